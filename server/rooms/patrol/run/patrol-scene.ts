import { catalogue } from '../rule-kit/catalogue.ts'
import { type Ignored, ignoredBy } from './ignore-rules.ts'
import type { StoredHit, StoredPatrolItem, PatrolSource } from './patrol-run.ts'
import { type PatrolCtx, readScene } from '../view/read-scene.ts'
import { pointsOf, scoreOf } from './score-rules.ts'
import type { PatrolSceneView } from '../view/scene-view.ts'
import { addRun, listIgnored } from './store.ts'

/** Maximum number of devices of one finding that are stored by name. */
const MOST = 500

/** All rules on one view of a scene. `unknown`: rules without data. */
export function evaluateRules(view: PatrolSceneView): { items: StoredPatrolItem[]; unknown: string[] } {
  const items: StoredPatrolItem[] = []
  const unknown: string[] = []
  for (const rule of catalogue.values()) {
    const { of, hits } = rule.evaluate(view)
    if (of === 0) unknown.push(rule.code)
    if (hits.length === 0 || of === 0) continue
    const kept = hits.slice(0, MOST).map(({ device, params }): StoredHit => {
      const fixable = device && rule.fix && rule.fix(device, view).length > 0 ? 1 : 0
      const { id: device_id = 0, name = '', type = -1, sn = '' } = device ?? {}
      return { device_id, name, type, sn, params, fixable }
    })
    items.push({ code: rule.code, level: rule.level, of, found: hits.length, hits: kept })
  }
  return { items, unknown }
}

/** Score of findings, without ignored ones, and the number of findings of each level. */
export function scoreOfItems(
  items: readonly StoredPatrolItem[],
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

/** Evaluates the rules on a scene and stores the result. */
export async function patrolScene(
  at: PatrolCtx,
  scene_id: number,
  how: PatrolSource,
): Promise<{ run_id: number; score: number | null }> {
  const view = await readScene(at, scene_id)
  const { items, unknown } = evaluateRules(view)
  const counted = scoreOfItems(items, unknown, await listIgnored(at, scene_id), view.now)
  const outcome = view.devices.length > 0 ? counted : { ...counted, score: null }
  const run_id = await addRun(at, {
    scene_id,
    at: view.now,
    ...how,
    device_cnt: view.devices.length,
    items,
    unknown,
    ...outcome,
  })
  return { run_id, score: outcome.score }
}
