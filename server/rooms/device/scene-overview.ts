import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import { sceneOverviewCalls } from '@belvedere/contract/rooms/device/scene-overview.ts'
import { coordinateSystem } from '@belvedere/contract/rooms/scene/place/enums.ts'
import { implement } from '../../kernel/implement.ts'
import { refuse } from '../../kernel/refuse.ts'
import { findScene, searchScenes, sitesOf, withCounts } from '../scene/api.ts'
import { type DeviceRow, findRequested, listDevices } from './store.ts'

const MOST_FOUND = 20

export const calls = implement(sceneOverviewCalls, {
  async base(ctx, { scene_id }) {
    const found = await findScene(ctx, scene_id)
    if (!found) throw refuse(commonErrors.foreignScene)
    const [[scene], device] = await Promise.all([withCounts(ctx, [found]), findRequested(ctx, { scene_id })])
    if (!scene) throw refuse(commonErrors.foreignScene)
    return { scene, main_device: device ?? null }
  },
  async query(ctx, { search }) {
    const typed = search.trim()
    if (!typed) return { list: [] }
    const [named, { list: devices }] = await Promise.all([
      searchScenes(ctx, typed, MOST_FOUND),
      listDevices(ctx, { search: typed, limit: MOST_FOUND }),
    ])
    const others = devices.map(({ scene_id }) => scene_id).filter((id) => !named.some((scene) => scene.id === id))
    const list = [...named, ...(others.length > 0 ? await sitesOf(ctx, others) : [])].slice(0, MOST_FOUND)
    return {
      list: list.map((scene) => ({ ...scene, crs: coordinateSystem.id.wgs84, device: deviceIn(devices, scene.id) })),
    }
  },
})

function deviceIn(devices: readonly Pick<DeviceRow, 'id' | 'sn' | 'name' | 'scene_id'>[], scene_id: number) {
  const found = devices.find((device) => device.scene_id === scene_id)
  return found ? { id: found.id, sn: found.sn, name: found.name } : null
}
