import { alarmLevel } from '@belvedere/contract/rooms/alarm-type/enums.ts'
import { mapCalls } from '@belvedere/contract/rooms/scene/map.ts'
import { type Ctx, implement } from '../../kernel/implement.ts'
import { countIn } from './counts.ts'
import { bpsOf, sceneStateOf, sumOf } from './rules.ts'
import { listMapped } from './store.ts'

const MOST_SCENES = 10_000

export const calls = implement(mapCalls, {
  async map(ctx) {
    const { config } = ctx.system
    const [{ total, list }, fareOf] = await Promise.all([listMapped(ctx, MOST_SCENES), fares(ctx)])
    return {
      total,
      list: list.map(({ address: _, ...scene }) => ({ ...scene, ...fareOf(scene.id) })),
      borders: config['map-borders'] as 'auto' | 'china' | 'world',
      tiles: config['map-tiles']
        ? {
            url: config['map-tiles'],
            crs: config['map-tiles-crs'] as 'wgs84' | 'gcj02',
            attribution: config['map-attribution'],
          }
        : null,
    }
  },
})

/** The state of each of the caller's scenes: one query to each room for all of them. */
async function fares(ctx: Ctx) {
  const [devices, alarms] = await Promise.all([countIn(ctx, 'device'), countIn(ctx, 'alarm')])
  const counted = devices.map(({ kind, online = 0, unknown = 0, bps = 0, ...row }) => ({
    ...row,
    type: kind,
    online,
    unknown,
    bps,
  }))
  const kindsIn = Map.groupBy(counted, ({ scene_id }) => scene_id)
  const alarmsIn = Map.groupBy(alarms, ({ scene_id }) => scene_id)
  return (scene_id: number) => {
    const [kinds, open] = [kindsIn.get(scene_id) ?? [], alarmsIn.get(scene_id) ?? []]
    const { total: device_total, online: device_online, unknown: device_unknown } = sumOf(kinds)
    const ofLevel = (wanted: number) => open.find(({ kind }) => kind === wanted)?.total ?? 0
    const { critical, warning, notice } = alarmLevel.id
    return {
      state: sceneStateOf(kinds, ofLevel(critical) + ofLevel(warning)),
      device_total,
      device_online,
      device_unknown,
      critical: ofLevel(critical),
      warning: ofLevel(warning),
      notice: ofLevel(notice),
      bps: bpsOf(kinds),
    }
  }
}
