import { demoCalls } from '@belvedere/contract/rooms/device/demo.ts'
import { deviceSceneChanged } from '../../devices/device-link.ts'
import { discoverCleanup } from '../../kernel/discovery/discover.ts'
import { implement } from '../../kernel/implement.ts'
import { defineUndo } from '../../engines/undo/define-undo.ts'
import { invalidateSessions, uidsOfTeam } from '../account/api.ts'
import { removeScene } from '../scene/api.ts'
import { demoRemoved } from './api.ts'
import { deleteDemoDevices, demoScenes, listDemoDevices } from './demo/store.ts'

export const calls = implement(demoCalls, {
  async get(ctx) {
    const scene_ids = [...(await demoScenes(ctx.db)).values()].filter((id) => ctx.access.modeOf(id) !== undefined)
    return { demo: scene_ids.length > 0 ? (1 as const) : (0 as const), scene_ids }
  },

  async remove(ctx) {
    const scene_ids = [...(await demoScenes(ctx.db)).values()]
    for (const scene_id of scene_ids) ctx.access.enter(scene_id, 'write')
    const devices = await listDemoDevices(ctx)
    const ids = devices.map(({ id }) => id)
    await (await discoverCleanup('device')).run(ctx, ids)
    await deleteDemoDevices(ctx, ids)
    for (const id of scene_ids) await removeScene(ctx, id)
    const uids = await uidsOfTeam(ctx, ctx.access.team_id)
    ctx.audit({ object: 'demo', name: 'demo', before: { scene_ids, devices: ids.length } })
    for (const { id, scene_id } of devices)
      ctx.emit(deviceSceneChanged, { device_id: id, scene_id: 0, from: scene_id ?? 0, gone: true })
    // first the event, while browsers may still receive events of the scenes, then their rights
    ctx.emit(demoRemoved, { scene_ids })
    ctx.afterwards(() => invalidateSessions(ctx.system, uids))
    return { total_cnt: ids.length, err_cnt: 0 }
  },
})

const never = { zh: '演示网络移除后不再恢复', en: 'A removed demo network cannot be restored' }
export const undo = defineUndo(demoCalls, { remove: never })
