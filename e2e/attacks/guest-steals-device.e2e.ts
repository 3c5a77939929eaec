import { join } from 'node:path'
import { issueDeviceCertificates } from '@belvedere/fleet/client/certificates.ts'
import { startProduct } from '../kit/product.ts'
import { same } from '../kit/same.ts'
import { foundSecondTeam } from '../kit/second-team.ts'
import { signIn } from '../kit/session.ts'
import { until } from '../kit/wait.ts'
import { dialWebSocket, frame } from '../kit/wire.ts'
import type { Proof } from '../proof.ts'

const WITHIN = 20_000
const SERIAL = '0c66c1a20001'
const OWNER_ONLY = 10025

export const proof: Proof = {
  title: 'A guest who manages a scene cannot take its devices, and what it does the owner sees and undoes',
  async run(say) {
    const product = await startProduct()
    try {
      const owner = await product.signIn()
      const { id: scene_id } = await owner.ask('POST scene', { name: 'Hotel' })
      const { key, certificates } = await issueDeviceCertificates(join(product.data, 'pki'), [SERIAL])
      const socket = await dialWebSocket(product.devicePort, { key, cert: certificates.get(SERIAL) ?? '' })
      const capabilities = { platform: 'ap', model: 'AX', compatible: 'ax' }
      const params = { serial: SERIAL, uuid: 1, firmware: 'x', capabilities }
      socket?.resume().write(frame(JSON.stringify({ jsonrpc: '2.0', method: 'connect', params })))
      await until('it dialled', WITHIN, async () => (await owner.ask('GET device/unclaimed', {})).total === 1)
      const { id } = await owner.ask('POST device/add', { sn: SERIAL, scene_id, name: 'Lobby' })

      await foundSecondTeam(product.databaseUrl, 'guest')
      const guest = await signIn(product.url, 'guest', 'Journey-2026')
      const { id: lair } = await guest.ask('POST scene', { name: 'Lair' })
      await owner.ask('POST scene/share/account', { scene_id, account: 'guest', permission: 1 })
      await guest.ask('POST scene/share/handle', { share_id: scene_id, status: 1 })

      const theft: [string, Record<string, unknown>][] = [
        ['DELETE device', { ids: [id] }],
        ['PUT device', { id, scene_id: lair }],
        ['PUT device', { id, scene_id: lair, name: 'Mine' }],
        ['POST device/enrol/token', { scene_id }],
        ['POST device/add', { sn: '0c66c1a20002', scene_id }],
        ['DELETE scene', { id: scene_id, force: 1, name: 'Hotel' }],
        ['POST scene/share/account', { scene_id, account: 'guest', permission: 1 }],
        ['POST scene/share/url', { scene_id, permission: 1 }],
      ]
      for (const [at, payload] of theft) same(at, (await guest.call(at, payload)).code, OWNER_ONLY)
      // what the list does not show is asked for at most, and never got
      const claimed = await guest.call('POST device/add', { sn: SERIAL, scene_id: lair })
      same('claimed meanwhile', claimed.code === 0 && claimed.data.id !== 0, false)
      same('the guest has', (await guest.ask('GET device/all', { scene_id: lair })).total, 0)
      const [device] = (await owner.ask('GET device/all', { scene_id })).list
      same('the owner has', [device.id, device.name, device.online], [id, 'Lobby', 1])
      say(`${theft.length} ways to take a device, a scene or a share: each refused, the device stayed connected`)

      await guest.ask('PUT device', { id, name: 'Renamed by a guest' })
      const [row] = (await owner.ask('GET log/sys', { object: `device:${id}` })).list
      same('the owner’s log says who', [row.account, row.guest], ['guest', 'guest'])
      same('and takes it back', (await owner.ask('POST log/undo', { id: row.id })).err_cnt, 0)
      same('it is', (await owner.ask('GET device/detail', { id })).device.name, 'Lobby')
      socket?.destroy()
    } finally {
      await product.close()
    }
  },
}
