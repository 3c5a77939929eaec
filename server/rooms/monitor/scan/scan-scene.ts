import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import { deviceErrors as errors } from '@belvedere/contract/rooms/device/errors.ts'
import type { Ctx } from '../../../kernel/implement.ts'
import { refuse } from '../../../kernel/refuse.ts'
import { makerOfMac } from '../../../engines/addresses/api.ts'
import { type DeviceRow, findRequested, findDevice } from '../../device/api.ts'
import { listPlaces } from '../monitored/store.ts'
import { scanFromDevice, type Scanned } from './scan-from.ts'
import { knownAmong } from './scan-rules.ts'

/** The hosts that answered, with the manufacturers of their hardware and the devices of the scene among them. */
export async function describeFound(ctx: Ctx, scene_id: number, { networks, found }: Scanned) {
  const knownOf = knownAmong(await listPlaces(ctx, scene_id))
  const list = found.map((one) => ({
    ...one,
    vendor: one.mac ? makerOfMac(one.mac, ctx.lang) : '',
    known: knownOf(one),
  }))
  return { subnets: networks.map((one) => one.subnet), list }
}

/** The device of the scene that runs the scan; by default the main one. */
export async function lookFrom(ctx: Ctx, scene_id: number, id?: number): Promise<DeviceRow> {
  const device = id === undefined ? await findRequested(ctx, { scene_id }) : await findDevice(ctx, id)
  if (!device || (id !== undefined && device.scene_id !== scene_id))
    throw refuse(id === undefined ? errors.noMainDevice : commonErrors.notFound)
  return device
}

/** The hosts that answer in the networks of a scene, scanned from its main device. Takes up to a minute and a half. */
export async function scanOf(ctx: Ctx, scene_id: number, subnet: string | undefined) {
  const device = await lookFrom(ctx, scene_id)
  const found = await describeFound(ctx, scene_id, await scanFromDevice(ctx, device, subnet))
  return { from: { id: device.id, name: device.name, simulated: device.simulated }, ...found }
}
