import { deviceSceneChanged } from '../../../devices/device-link.ts'
import type { Removing } from '../../../kernel/discovery/cleanup.ts'
import { captureSnapshots } from '../../../engines/deleted-snapshot/snapshot-store.ts'
import { discoverCleanup } from '../../../kernel/discovery/discover.ts'
import { deleteDevices, type HeldDevice, holdDevices } from '../store.ts'

/** Short-lived tables that refer to a device. */
const momentary = ['transfer_token', 'pending_command']

/**
 * Removes devices with all their data. One that reconnects is a new device, so that the next owner sees nothing of its
 * past; until the undo expires, the operation log keeps the data sealed. Returns the released ones; others are not the
 * caller's to release.
 */
export async function releaseDevices(ctx: Removing, ids: readonly number[]): Promise<HeldDevice[]> {
  const devices = await holdDevices(ctx, ids)
  const mine = devices.map(({ id }) => id)
  await (await discoverCleanup('device')).run(ctx, mine)
  const snapshots = await captureSnapshots(ctx.db, 'device', mine, momentary)
  await deleteDevices(ctx, mine)
  for (const { id, sn, name, type, scene_id } of devices) {
    ctx.audit({
      object: `device:${id}`,
      name,
      scene_id,
      before: { sn, name, type, scene_id },
      snapshot: snapshots.get(id),
    })
    ctx.emit(deviceSceneChanged, { device_id: id, scene_id: 0, from: scene_id, gone: true })
  }
  return devices
}
