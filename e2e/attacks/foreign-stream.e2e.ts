import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { issueDeviceCertificates } from '@belvedere/fleet/client/certificates.ts'
import { makeHost } from '../kit/hosts/linux-host.ts'
import { startProduct } from '../kit/product.ts'
import { holds, same } from '../kit/same.ts'
import { foundSecondTeam } from '../kit/second-team.ts'
import { signIn } from '../kit/session.ts'
import { until } from '../kit/wait.ts'
import { dialWebSocket, frame } from '../kit/wire.ts'
import type { Proof } from '../proof.ts'

const WITHIN = 20_000
const SERIAL = '0c66feed0001'

/** What an agent says first, as recorded. */
const connect = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../drivers/device/linux-agent/recordings/connect.json'), 'utf8'),
) as { method: string; params: object }[] | { method: string; params: object }

export const proof: Proof = {
  title: 'A device that knows the id of a shell on another customer’s device can neither write into it nor end it',
  async run(say) {
    const product = await startProduct()
    const host = await makeHost()
    try {
      const session = await product.signIn()
      const { id: scene_id } = await session.ask('POST scene', { name: 'Mine' })
      const { command } = await session.ask('POST device/enrol/token', { scene_id })
      void host.paste(command)
      const mine = async () => (await session.ask('GET device/all', { scene_id })).list[0]
      await until('the host is online', WITHIN, async () => (await mine())?.online === 1)
      const { id } = await mine()

      await foundSecondTeam(product.databaseUrl, 'neighbour')
      const neighbour = await signIn(product.url, 'neighbour', 'Journey-2026')
      const { id: theirs } = await neighbour.ask('POST scene', { name: 'Theirs' })
      const { key, certificates } = await issueDeviceCertificates(join(product.data, 'pki'), [SERIAL])
      const own = { key, cert: certificates.get(SERIAL) ?? '' }
      const hostile = await dialWebSocket(product.devicePort, own)
      holds('the hostile device is let in', hostile)
      hostile.resume()
      const [hello] = [connect].flat()
      const rpc = (method: string, params: object) =>
        hostile.write(frame(JSON.stringify({ jsonrpc: '2.0', method, params })))
      rpc('connect', { ...hello?.params, serial: SERIAL })
      await neighbour.ask('POST device/add', { sn: SERIAL, scene_id: theirs })
      const [request] = (await session.ask('GET device/claim/request')).list
      await session.ask('POST device/claim/approve', { ids: [request.id] })
      await until('it is theirs', WITHIN, async () => {
        return (await neighbour.ask('GET device/all', { scene_id: theirs })).list[0]?.online === 1
      })

      const shell = await session.ask('POST device/command/remote', { id, cols: 100, rows: 30 })
      same('bits of the id', shell.session.length * 4 >= 128, true)
      const socket = session.socket(`/api/v1/device/remote/${shell.session}?ticket=${shell.ticket}`)
      socket.binaryType = 'arraybuffer'
      let seen = ''
      let closed = false
      socket.onmessage = ({ data }) => {
        if (typeof data !== 'string') seen += Buffer.from(data as ArrayBuffer).toString()
      }
      socket.onclose = () => (closed = true)
      await until('the shell is open', WITHIN, () => socket.readyState === WebSocket.OPEN)

      // everything such a device could say: the plain id, and subjects built into it
      const forged = Buffer.from('FORGED').toString('base64')
      const names = [
        shell.session,
        `${id}.${shell.session}`,
        `../${id}/${shell.session}`,
        '*',
        '>',
        `${shell.session} `,
      ]
      for (const type of ['belvedere.shell', 'belvedere.tunnel'])
        for (const name of names)
          for (const payload of [
            { session: name, data: forged },
            { session: name, closed: true, exit: 0 },
          ])
            rpc('event', { serial: SERIAL, data: { event: [1, { type, payload }] } })
      socket.send(Buffer.from('echo $((6*7))-is-mine\r'))
      await until('the own device answers', WITHIN, () => seen.includes('42-is-mine'))
      holds('nothing was forged', !seen.includes('FORGED'))
      same('ended by the other device', closed, false)
      say(`${names.length * 4} forged pieces under ${names.length} names: none arrived`)

      const rows = (await session.ask('GET device/remote/session', { device_id: id })).list
      holds('no live id in lists', rows.length === 1 && !JSON.stringify(rows).includes(shell.session))
      same('they are ended by row', (await session.call('POST device/command/remote/close', { id: shell.id })).code, 0)
      await until('it is over', WITHIN, () => closed)
      hostile.destroy()
    } finally {
      await host.close()
      await product.close()
    }
  },
}
