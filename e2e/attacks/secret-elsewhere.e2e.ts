import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startProduct } from '../kit/product.ts'
import { holds, same } from '../kit/same.ts'
import { signIn } from '../kit/session.ts'
import type { Proof } from '../proof.ts'

const password = 'Annes-pass-2026'
const SECRET = 'SECRET-OF-THE-OWNER'
const BAD_SETTINGS = 10120
const MONITOR_LACKS = 10382

export const proof: Proof = {
  title:
    'Whoever may change where messages and questions go has no secret sent there that was entered for another place',
  async run(say) {
    const flags = ['--webhook-inside', 'allow', '--monitor-networks', '127.0.0.0/8']
    const product = await startProduct({ flags })
    const heard: { url: string; headers: IncomingHttpHeaders }[] = []
    const thief = createServer((request, reply) => {
      heard.push({ url: request.url ?? '', headers: request.headers })
      reply.end('ok')
    }).listen(0, '127.0.0.1')
    await once(thief, 'listening')
    const asked: Buffer[] = []
    const ear = createSocket('udp4').on('message', (packet) => asked.push(packet))
    ear.bind(0, '127.0.0.1')
    await once(ear, 'listening')
    const [web, udp] = [thief.address() as AddressInfo, ear.address()]
    try {
      const owner = await product.signIn()
      const { id: scene_id } = await owner.ask('POST scene', { name: 'Site' })
      const kept = { webhook: 'http://127.0.0.1:9/hook', authorization: `Bearer ${SECRET}`, secret: `${SECRET}-key` }
      const robot = await owner.ask('POST alarm/user', { type: 3, name: 'Hook', provider: 'webhook', settings: kept })
      const monitor = { type: 'snmp', community: SECRET, timeout: 300, interval: 86_400 }
      const ups = { scene_id, name: 'UPS', kind: 'ups', ip: '127.0.0.1', monitor: { ...monitor, port: 9161 } }
      const { id } = await owner.ask('POST device/third/mod', ups)

      await owner.ask('POST user/member', { account: 'anne', role: 2, password })
      const anne = await signIn(product.url, 'anne', password)
      const webhook = `http://127.0.0.1:${web.port}/thief`
      const proxy = `http://127.0.0.1:${web.port}`
      let tries = 0
      for (const settings of [{ webhook }, { proxy }, { webhook, keyword: '' }]) {
        const test = await anne.call('POST alarm/user/test', { id: robot.id, settings })
        same(`test ${Object.keys(settings).join()}`, test.code, BAD_SETTINGS)
        const change = await anne.call('PUT alarm/user', { id: robot.id, rev: 1, settings })
        same(`change ${Object.keys(settings).join()}`, change.code, BAD_SETTINGS)
        holds('it says which', change.data.fields.authorization)
        tries += 2
      }
      const { community: _, ...rest } = monitor
      for (const place of [{ port: udp.port }, { ip: '127.0.0.2', port: udp.port }]) {
        const moved = { ip: '127.0.0.1', ...place, monitor: { ...rest, port: place.port } }
        same('try', (await anne.call('POST device/third/test', { id, ...moved })).code, MONITOR_LACKS)
        const wish = { id, name: 'UPS', kind: 'ups', ...moved }
        same('move', (await anne.call('POST device/third/mod', wish)).code, MONITOR_LACKS)
        tries += 2
      }
      // with secrets of one's own it goes there
      const own = { webhook, authorization: 'Bearer mine', secret: '' }
      same('own', (await anne.ask('POST alarm/user/test', { id: robot.id, settings: own })).ok, 1)
      await anne.call('POST device/third/test', {
        id,
        ip: '127.0.0.1',
        monitor: { ...rest, port: udp.port, community: 'mine' },
      })
      same('heard', [heard.length, heard[0]?.headers.authorization], [1, 'Bearer mine'])
      const all = JSON.stringify(heard) + Buffer.concat(asked).toString('latin1')
      holds('nothing secret arrived', asked.length > 0 && !all.includes(SECRET))
      say(`${tries} moves were refused until the secrets were entered again`)
    } catch (error) {
      throw new Error(`${(error as Error).stack}\nserver: ${product.heard.slice(-2000)}`, { cause: error })
    } finally {
      thief.closeAllConnections()
      thief.close()
      ear.close()
      await product.close()
    }
  },
}
