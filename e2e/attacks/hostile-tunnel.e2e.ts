import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { unharmed } from '../kit/alive.ts'
import { makeHost } from '../kit/hosts/linux-host.ts'
import { startProduct } from '../kit/product.ts'
import { holds, same } from '../kit/same.ts'
import { until } from '../kit/wait.ts'
import type { Proof } from '../proof.ts'

const WITHIN = 30_000

/** What a service behind a device answers, and what the browser is shown then. */
const answers: readonly (readonly [answer: string, status: number])[] = [
  ['HTTP/1.1 099 No\r\ncontent-length: 0\r\n\r\n', 502],
  ['HTTP/1.1 000 No\r\ncontent-length: 0\r\n\r\n', 502],
  ['HTTP/1.1 101 No\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n', 502],
  ['HTTP/1.1 999 No\r\ncontent-length: 0\r\n\r\n', 502],
  ['HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\n', 502],
  ['HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\ncontent-length: 4\r\n\r\nfffffffffffffffff\r\n', 502],
  [`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(70_000)}\r\n\r\n`, 502],
  [`HTTP/1.1 200 OK\r\n${'x: y\r\n'.repeat(5000)}\r\n`, 200],
  ['\0\x01\x02', 502],
  ['', 502],
  ['HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nfine', 200],
]

/** Typing errors and worse, none of which is a host. */
const hosts = [
  '999.1.1.1',
  '1.2.3',
  '[::1]',
  'a b',
  'user@host',
  '10.0.0.1/24',
  '::ffff:300.1.1.1',
  'x'.repeat(300),
  '',
]

export const proof: Proof = {
  title: 'A service behind a device, or an address nobody has, does not end the gateways',
  async run(say) {
    const product = await startProduct()
    const host = await makeHost()
    let answer = ''
    const service = createServer((socket) =>
      socket.on('error', () => {}).once('data', () => socket.end(answer, 'latin1')),
    )
    try {
      const { pid } = product
      service.listen(0, '127.0.0.1')
      await once(service, 'listening')
      const { port } = service.address() as AddressInfo
      const session = await product.signIn()
      const { id: scene_id } = await session.ask('POST scene', { name: 'Hostile' })
      const { command } = await session.ask('POST device/enrol/token', { scene_id, name: 'Edge' })
      void host.paste(command)
      const device = async () => (await session.ask('GET device/all', { scene_id })).list[0]
      await until('the host is online', WITHIN, async () => (await device())?.online === 1)
      const { id, sn } = await device()

      const custom = (more: object) => session.call('POST device/command/remote/custom', { id, port, ...more })
      for (const one of hosts) same(`a host ${JSON.stringify(one)}`, (await custom({ host: one })).code, 10001)
      for (const one of [0, -1, 65_536, 1.5, '1e3x']) same(`port ${one}`, (await custom({ port: one })).code, 10001)

      const { data: way } = await custom({})
      const base = `http://127.0.0.1:${way.port}`
      const entered = await fetch(base + way.path, { redirect: 'manual' })
      const cookie = (entered.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
      for (const [text, status] of answers) {
        answer = text
        const got = await fetch(base, { headers: { cookie }, signal: AbortSignal.timeout(WITHIN) })
        await got.arrayBuffer().catch(() => {})
        same(`the status of ${JSON.stringify(text.slice(0, 40))}`, got.status, status)
      }
      // no browser sends it, and programs interpret it differently
      const { data: nowhere, code } = await custom({ host: 'nowhere.invalid', scheme: 'https' })
      same('a name nobody has', code, 0)
      const door = await fetch(`http://127.0.0.1:${nowhere.port}${nowhere.path}`, { redirect: 'manual' })
      const key = (door.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
      const lost = await fetch(`http://127.0.0.1:${nowhere.port}/`, { headers: { cookie: key } })
      holds('it says so', lost.status === 502)

      await unharmed(product, { pid, session, host, sn })
      say(`${hosts.length} hosts and 5 ports refused, ${answers.length} answers of a service shown or refused`)
    } catch (error) {
      throw new Error(`${(error as Error).stack}\nserver: ${product.heard.slice(-3000)}`, { cause: error })
    } finally {
      service.close()
      await host.close()
      await product.close()
    }
  },
}
