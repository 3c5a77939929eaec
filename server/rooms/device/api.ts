import { defineEvent } from '../../kernel/event.ts'
import type { System } from '../../kernel/implement.ts'
import { demoScenes } from './demo/store.ts'

export { type BackedUp, backupBefore, backupUnkept } from './backup/backup-before.ts'
export { type AgentPackage, agentPackage } from './command/package.ts'
export { repeatOrder } from './command/repeat-order.ts'
export { letGo } from './waiting/store.ts'
export { issueImageLinks } from './fetch/image-links.ts'
export { offerImages, waysNow } from './fetch/offer-images.ts'
export type { Chosen as ImageWay } from './fetch/way-rules.ts'
export { issueTickets } from './command/tickets.ts'
export { scanOf } from './scan/scan-scene.ts'
export { type DeviceRow, findAsked, findDevice, listDevices } from './store.ts'

/** The demo network was removed: its simulated devices must go too. */
export const demoRemoved = defineEvent<{ scene_ids: number[] }>('device.demo-removed', {
  live: ({ scene_ids }) => scene_ids.map((scene_id) => ({ topic: 'scene', scene_id })),
})

/** What is known of a line to the internet was changed. */
export const deviceLineSet = defineEvent<{ device_id: number; scene_id: number }>('device.line-set', {
  live: ({ scene_id, device_id }) => ({ topic: 'device-line', scene_id, ids: [device_id] }),
})

/** True while the demo network is in the store. */
export async function demoIsThere(system: System): Promise<boolean> {
  return (await demoScenes(system.db)).size > 0
}
