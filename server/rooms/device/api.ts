import { defineEvent } from '../../kernel/event.ts'
import { deviceMoved } from '../../kernel/device-link.ts'
import type { Ctx, System } from '../../kernel/implement.ts'
import { demoScenes } from './demo/store.ts'
import { deleteDevices, listOptions } from './store.ts'

export { countByScene, type DeviceRow, findAsked, findDevice, listDevices, type SceneDevices } from './store.ts'

/** The demo network was removed: its simulated devices must go too. */
export const demoRemoved = defineEvent<{ scene_ids: number[] }>('device.demo-removed', {
  live: ({ scene_ids }) => scene_ids.map((scene_id) => ({ topic: 'scene', scene_id })),
})

/** True while the demo network is in the store. */
export async function demoIsThere(system: System): Promise<boolean> {
  return (await demoScenes(system.db)).size > 0
}

/** Releases every device of a scene that is about to go, in the caller's transaction, as removing each of them would. */
export async function releaseScene(
  ctx: Pick<Ctx, 'db' | 'access' | 'audit' | 'emit'>,
  scene_id: number,
): Promise<void> {
  const devices = await listOptions(ctx, { scene_id, limit: 1_000_000 })
  await deleteDevices(
    ctx,
    devices.map(({ id }) => id),
  )
  for (const { id, sn, name, type } of devices) {
    ctx.audit({ object: `device:${id}`, name, scene_id, before: { sn, name, type, scene_id } })
    ctx.emit(deviceMoved, { device_id: id, scene_id: 0, from: scene_id, gone: true })
  }
}
