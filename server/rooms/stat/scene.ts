import { sceneCalls } from '@belvedere/contract/rooms/stat/scene.ts'
import { listSceneStates, type SceneTotalsRow } from './count/store.ts'
import { regionOf } from './region.ts'
import { type Handlers, implement } from '../../kernel/implement.ts'
import { inScope } from './scope/in-scope.ts'

const answers: Handlers<typeof sceneCalls> = {
  async count(ctx, input) {
    const scenes = await listSceneStates(ctx, input)
    const online = scenes.filter(isOnline)
    const unknown = scenes.filter(isUnknown).length
    const empty = scenes.filter(({ devices }) => devices === 0).length
    return {
      total: scenes.length,
      online: online.length,
      offline: scenes.length - online.length - unknown - empty,
      unknown,
      abnormal: online.filter(isAbnormal).length,
      partial: online.filter((scene) => !isAbnormal(scene) && scene.unknown > 0).length,
      empty,
    }
  },
  async region(ctx, input) {
    const scenes = await listSceneStates(ctx, input)
    const located = scenes.flatMap((scene) => {
      const region = regionOf(scene, ctx.lang)
      return region ? [{ scene, region }] : []
    })
    const regions = Map.groupBy(located, ({ region }) => region.code || region.name)
    return {
      list: [...regions.values()]
        .flatMap((within) =>
          within.slice(0, 1).map(({ region }) => ({ ...region, ...sumOf(within.map(({ scene }) => scene)) })),
        )
        .sort((a, b) => b.total - a.total),
      unplaced: scenes.length - located.length,
    }
  },
}

export const calls = implement(sceneCalls, inScope(answers))

/** Online when one of its gateways is, or without gateways any device. */
const isOnline = ({ gateways, gateways_online, online }: SceneTotalsRow) =>
  gateways ? gateways_online > 0 : online > 0
const isUnknown = (scene: SceneTotalsRow) =>
  !isOnline(scene) && (scene.gateways ? scene.gateways_unknown > 0 : scene.unknown > 0)
const isAbnormal = ({ open, devices, online, unknown }: SceneTotalsRow) => open > 0 || online + unknown < devices

function sumOf(scenes: readonly SceneTotalsRow[]) {
  const placed = scenes.flatMap(({ lat, lng }) => (lat === null || lng === null ? [] : [{ lat, lng }]))
  const sum = (of: (scene: SceneTotalsRow) => number) => scenes.reduce((all, scene) => all + of(scene), 0)
  const mean = (of: (place: { lat: number; lng: number }) => number) =>
    placed.length ? placed.reduce((all, place) => all + of(place), 0) / placed.length : null
  return {
    lat: mean(({ lat }) => lat),
    lng: mean(({ lng }) => lng),
    total: scenes.length,
    online: scenes.filter(isOnline).length,
    abnormal: scenes.filter((scene) => isOnline(scene) && isAbnormal(scene)).length,
    device_total: sum(({ devices }) => devices),
    device_online: sum(({ online }) => online),
    critical: sum(({ critical }) => critical),
  }
}
