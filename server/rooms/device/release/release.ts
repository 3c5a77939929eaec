import { deviceSceneChanged } from '../../../devices/device-link.ts'
import type { Removing } from '../../../kernel/discovery/cleanup.ts'
import { captureSnapshots } from '../../../engines/deleted-snapshot/snapshot-store.ts'
import { discoverCleanup } from '../../../kernel/discovery/discover.ts'
import { deleteDevices, type HeldDevice, holdDevices } from '../store.ts'

/** What hangs on a device for a moment only. */
const momentary = ['transfer_token', 'pending_command']

/**
 * Lets devices go with everything known about them. One that dials again is a new device, so that whoever claims it next
 * sees nothing of its past; until an undo comes too late, the operation log keeps it sealed. Returns those it was; others are not the caller's to release.
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
