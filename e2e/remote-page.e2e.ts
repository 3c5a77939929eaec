import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { makeHost } from './kit/hosts/linux-host.ts'
import { startProduct } from './kit/product.ts'
import { holds, same } from './kit/same.ts'
import { until } from './kit/wait.ts'
import type { Proof } from './proof.ts'

/** Bytes of the page's largest file. */
const LARGE = 8 << 20
/** Seconds after which nothing of an ended session may work. */
const DEAD_WITHIN = 5
const WITHIN = 20_000

/** A page as devices have them. */
async function startPage() {
  const content = Buffer.alloc(LARGE, 'belvedere ')
  const server = createServer((request, reply) => {
    if (request.url === '/large') return void reply.end(content)
    if (request.method === 'POST') return void request.pipe(reply)
    reply.end('<h1>page of the host</h1>')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = () => (server.closeAllConnections(), server.close())
  return { content, port: (server.address() as AddressInfo).port, close }
}

export const proof: Proof = {
  title: 'A page behind a real host is used through its agent; a terminal on it is recorded; both end when they shall',
  async run(say) {
    const product = await startProduct()
    const host = await makeHost()
    const page = await startPage()
    try {
      const session = await product.signIn()
      const { id: scene_id } = await session.ask('POST scene', { name: 'Edge' })
      const { command } = await session.ask('POST device/enrol/token', { scene_id, name: 'Edge router' })
      void host.paste(command)
      const device = async () => (await session.ask('GET device/all', { scene_id })).list[0]
      await until('the host is online', WITHIN, async () => (await device())?.online === 1)
      const { id } = await device()

      const way = await session.ask('POST device/command/remote/custom', { id, port: page.port, minutes: 5 })
      const base = `http://127.0.0.1:${way.port}`
      const entered = await fetch(base + way.path, { redirect: 'manual' })
      const cookie = (entered.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
      same('the page', await (await fetch(base, { headers: { cookie } })).text(), '<h1>page of the host</h1>')
      const began = performance.now()
      const large = Buffer.from(await (await fetch(`${base}/large`, { headers: { cookie } })).arrayBuffer())
      const took = (performance.now() - began) / 1000
      holds('a large file comes whole', large.equals(page.content))
      say(`${(LARGE / took / 2 ** 20).toFixed(1)} MB/s through the agent`)
      const body = page.content.subarray(0, 2 << 20)
      const echoed = await fetch(`${base}/echo`, { method: 'POST', body, headers: { cookie } })
      holds('an upload arrives whole', Buffer.from(await echoed.arrayBuffer()).equals(body))

      const shell = await session.ask('POST device/command/remote', { id, cols: 100, rows: 30 })
      const socket = session.socket(`/api/v1/device/remote/${shell.session}?ticket=${shell.ticket}`)
      let seen = ''
      socket.binaryType = 'arraybuffer'
      socket.onmessage = ({ data }) => {
        if (typeof data !== 'string') seen += Buffer.from(data as ArrayBuffer).toString()
      }
      await until('the shell is open', WITHIN, () => socket.readyState === WebSocket.OPEN)
      socket.send(Buffer.from('echo $((6*7))-from-the-host\r'))
      const rows = async () => (await session.ask('GET device/remote/session', { device_id: id, kind: 'shell' })).list
      await until('the answer is seen', WITHIN, async () => seen.includes('42-from-the-host'))
      await session.ask('POST device/command/remote/close', { id: shell.id })
      await until(
        'the recording is kept',
        WITHIN,
        async () => (await rows())[0]?.recorded === 1 && (await rows())[0]?.ended_at,
      )
      const { events } = await session.ask('GET device/remote/replay', { id: (await rows())[0].id })
      const shown = events
        .filter((one: string[]) => one[1] === 'o')
        .map((one: string[]) => one[2])
        .join('')
      holds('all that was seen is in the recording', shown.includes('42-from-the-host'))

      await session.ask('POST device/command/remote/close', { id: way.id })
      const closed = performance.now()
      const isAlive = () =>
        fetch(base, { headers: { cookie } }).then(
          () => true,
          () => false,
        )
      await until('the way is closed', WITHIN, async () => !(await isAlive()))
      holds(`dead within ${DEAD_WITHIN} s`, performance.now() - closed < DEAD_WITHIN * 1000)

      const again = await session.ask('POST device/command/remote/custom', { id, port: page.port })
      await host.kill()
      const orphan = `http://127.0.0.1:${again.port}`
      await until('the way ends with the host', WITHIN, () =>
        fetch(orphan).then(
          () => false,
          () => true,
        ),
      )
    } finally {
      page.close()
      await host.close()
      await product.close()
    }
  },
}
