import { deviceMoved } from '../../kernel/device-link.ts'
import type { Ctx } from '../../kernel/implement.ts'
import { dropOrphans } from './backup/arrived.ts'
import { filesOf } from './backup/store.ts'
import { deleteDevices, holdDevices, idsOfScene } from './store.ts'

/** Releases every device of a scene that is being removed, with all that is known about them; they may be claimed anew. */
export async function releaseScene(ctx: Ctx, scene_id: number): Promise<number> {
  const devices = await holdDevices(ctx, await idsOfScene(ctx, scene_id))
  const ids = devices.map(({ id }) => id)
  const files = await filesOf(ctx.db, ids)
  await deleteDevices(ctx, ids)
  for (const { id, sn, name, type } of devices) {
    ctx.audit({ object: `device:${id}`, name, scene_id, before: { sn, name, type, scene_id } })
    ctx.emit(deviceMoved, { device_id: id, scene_id: 0, from: scene_id, gone: true })
  }
  ctx.afterwards(() => dropOrphans(ctx.system, files))
  return ids.length
}
