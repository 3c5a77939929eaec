import { defineEvent } from '../../kernel/event.ts'
import type { System } from '../../kernel/implement.ts'
import { demoScenes } from './demo/store.ts'

export {
  claimDevice,
  deleteDevices,
  type DeviceRow,
  findRequested,
  findDevice,
  findExtra,
  holdDevices,
  holdSerial,
  listDevices,
  listOptions,
  pickDevices,
  registerDevice,
  seenIn,
  type Claim,
  type HeldDevice,
} from './store.ts'
export {
  claimAll,
  type ImportedClaim,
  enrolDevice,
  type ReleasedDevice,
  releaseUnconnected,
  groupAll,
  takeProven,
} from './registry/claim-store.ts'
export { addPolled, changePolled, clearPresence, setStandalone, swapHardware } from './registry/hardware-store.ts'
export { device as deviceReversal } from './device.undo.ts'
export { devicesOut } from './batch-out.ts'
export { claims, requireDevices } from './quota/device.quota.ts'
export { countByTeam } from './quota/store.ts'
export { defineDeviceDetail, defineOtherColumn } from './parts.ts'
export { type ArrivalSettlement, type ArrivedDevice, settleArrivalsBy } from './presence/arrivals.ts'
export { CLAIM_CAPABILITY } from './presence/claim-capability.ts'
export type { IncomingDevice } from './presence/incoming-device.ts'
export { findCounters } from './report/store.ts'
export { defineSerialClaims } from './presence/serial-claims.ts'
export { claimableSerial, normalSerial } from './rules.ts'
export { certificateFacts } from './key/certificate-facts.ts'
export { entryOf } from './key/note-refused.ts'
export { saveKeyChanges, saveKeyTries, type RefusedKey } from './key/store.ts'
export { findGroup, holdGroup, listMovable } from './group/store.ts'

/** The demo network was removed: its simulated devices must end too. */
export const demoRemoved = defineEvent<{ scene_ids: number[] }>('device.demo-removed', {
  live: ({ scene_ids }) => scene_ids.map((scene_id) => ({ topic: 'scene', scene_id })),
})

/** The settings of a line to the internet were changed. */
export const deviceLineSet = defineEvent<{ device_id: number; scene_id: number }>('device.line-set', {
  live: ({ scene_id, device_id }) => ({ topic: 'device-line', scene_id, ids: [device_id] }),
})

/** True while the demo network exists. */
export async function demoIsThere(system: System): Promise<boolean> {
  return (await demoScenes(system.db)).size > 0
}
