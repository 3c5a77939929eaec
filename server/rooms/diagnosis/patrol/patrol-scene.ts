import { catalogue } from './catalogue.ts'
import type { FindingParams } from './define-rule.ts'
import { type Ignored, ignoredBy } from './ignore-rules.ts'
import { type Looking, lookAtScene } from './look-at-scene.ts'
import { pointsOf, scoreOf } from './score-rules.ts'
import type { PatrolSceneView } from './scene-view.ts'
import { addRun, listIgnored } from './store.ts'

/** Devices of one finding that are kept by name. */
const MOST = 500

export interface KeptHit {
  /** 0: the scene itself. */
  device_id: number
  name: string
  type: number
  sn: string
  params: FindingParams
  /** 1: there is a change of configuration that mends it. */
  fixable: 0 | 1
}

/** What one rule found, as it is kept: no words. */
export interface KeptItem {
  code: string
  level: number
  /** Of how many it judged, and how many it found, which may be more than are kept by name. */
  of: number
  found: number
  hits: KeptHit[]
}

/** Every rule over one view of a scene. `unknown`: rules that could judge nothing. */
export function judge(view: PatrolSceneView): { items: KeptItem[]; unknown: string[] } {
  const items: KeptItem[] = []
  const unknown: string[] = []
  for (const rule of catalogue.values()) {
    const { of, hits } = rule.look(view)
    if (of === 0) unknown.push(rule.code)
    if (hits.length === 0 || of === 0) continue
    const kept = hits.slice(0, MOST).map(({ device, params }): KeptHit => {
      const fixable = device && rule.mend && rule.mend(device, view).length > 0 ? 1 : 0
      const { id: device_id = 0, name = '', type = -1, sn = '' } = device ?? {}
      return { device_id, name, type, sn, params, fixable }
    })
    items.push({ code: rule.code, level: rule.level, of, found: hits.length, hits: kept })
  }
  return { items, unknown }
}

/** Score of findings, less what is ignored; how many of each level count. */
export function weigh(
  items: readonly KeptItem[],
  unknown: readonly string[],
  ignored: readonly Ignored[],
  now: number,
) {
  const open = items.map((item) => ({ ...item, counting: item.found - ignoredBy(item, ignored, now) }))
  const points = open.map(({ level, counting, of }) => pointsOf(level, counting, of))
  const count = (level: number) => open.filter((one) => one.level === level && one.counting > 0).length
  return {
    score: scoreOf(points, catalogue.size - unknown.length),
    critical: count(1),
    warning: count(2),
    notice: count(3),
  }
}

export interface PatrolSource {
  source: 'manual' | 'timer'
  by: string
}

/** Looks at a scene and keeps what was found. */
export async function patrolScene(
  at: Looking,
  scene_id: number,
  how: PatrolSource,
): Promise<{ run_id: number; score: number | null }> {
  const view = await lookAtScene(at, scene_id)
  const { items, unknown } = judge(view)
  const weight = weigh(items, unknown, await listIgnored(at, scene_id), view.now)
  const judged = view.devices.length > 0 ? weight : { ...weight, score: null }
  const run_id = await addRun(at, {
    scene_id,
    at: view.now,
    ...how,
    device_cnt: view.devices.length,
    items,
    unknown,
    ...judged,
  })
  return { run_id, score: judged.score }
}
