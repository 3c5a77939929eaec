import type { Lang } from '@belvedere/contract/kit/text.ts'
import type { PatrolCtx } from '../view/read-scene.ts'
import { describeRun, noPatrol, type PatrolAnswer } from './describe-run.ts'
import { findRun, findRunBefore, listIgnored } from './store.ts'

/** A patrol of a scene in words; without `run_id` the last one. */
export async function getPatrol(at: PatrolCtx, scene_id: number, lang: Lang, run_id?: number): Promise<PatrolAnswer> {
  const run = await findRun(at, scene_id, run_id)
  if (!run) return noPatrol
  const [before, ignored] = [await findRunBefore(at, run), await listIgnored(at, scene_id)]
  return describeRun(run, before, { lang, now: at.now(), ignored })
}
