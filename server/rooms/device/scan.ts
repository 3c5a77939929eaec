import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import { deviceErrors as errors } from '@belvedere/contract/rooms/device/errors.ts'
import { scanCalls } from '@belvedere/contract/rooms/device/scan.ts'
import { type Ctx, implement } from '../../kernel/implement.ts'
import { refuse } from '../../kernel/refuse.ts'
import { makerOfMac } from '../tool/api.ts'
import { scanFromDevice, scanFromServer } from './scan/scan-from.ts'
import { knownAmong } from './scan/scan-rules.ts'
import { type DeviceRow, findAsked, findDevice } from './store.ts'
import { listPlaces } from './third/store.ts'

export const calls = implement(scanCalls, {
  async run(ctx, { scene_id, device_id, subnet }) {
    const device = device_id === 0 ? undefined : await deviceOf(ctx, scene_id, device_id)
    if (!device && !ctx.access.is_admin) throw refuse(commonErrors.noPermission, { permission: 'device.adopt' })
    const { networks, found } = await (device ? scanFromDevice(ctx, device, subnet) : scanFromServer(ctx, subnet))
    const knownOf = knownAmong(await listPlaces(ctx, scene_id))
    const list = found.map((one) => ({
      ...one,
      vendor: one.mac ? makerOfMac(one.mac, ctx.lang) : '',
      known: knownOf(one),
    }))
    const from = device ? { id: device.id, name: device.name } : null
    return { from, subnets: networks.map((one) => one.subnet), list }
  },
})

async function deviceOf(ctx: Ctx, scene_id: number, id: number | undefined): Promise<DeviceRow> {
  const device = id === undefined ? await findAsked(ctx, { scene_id }) : await findDevice(ctx, id)
  if (!device || (id !== undefined && device.scene_id !== scene_id))
    throw refuse(id === undefined ? errors.noMainDevice : commonErrors.notFound)
  return device
}
