import type { Db } from '../../kernel/db.ts'
import { adopt, countChildren, openIncidents, worsenIncidents } from './incident/store.ts'
import { silencesFor } from './silence/silenced.ts'
import { hushAlarms, noteAlarms, type Raised, raiseAlarms, type Rise } from './store.ts'

/** One alarm under another. */
export interface Pair {
  id: number
  parent_id: number
}

/**
 * Raises what is not there already, in this transaction, with the incidents people are told of: one for each that is nobody's
 * child and that no silence covers. `under` tells who hangs on whom once all have their rows. Returns the scenes concerned.
 */
export async function raise(
  db: Db,
  rises: readonly Rise[],
  now: number,
  under?: (raised: readonly Raised[]) => readonly Pair[],
): Promise<number[]> {
  const raised = rises.length ? await raiseAlarms(db, rises) : []
  const pairs = under?.(raised) ?? []
  await adopt(db, pairs, now)
  await settle(db, raised, now)
  await countChildren(db, [...new Set(pairs.map(({ parent_id }) => parent_id))])
  return scenesOf(raised)
}

/** Keeps what happened at a moment and is over, with the one word there is on it. */
export async function note(db: Db, rises: readonly Rise[], now: number): Promise<number[]> {
  if (rises.length === 0) return []
  const noted = await noteAlarms(db, rises)
  await settle(db, noted, now)
  return scenesOf(noted)
}

/** What is open now is told, but for what a silence covers. */
export async function settle(db: Db, raised: readonly Raised[], now: number): Promise<void> {
  const heard = raised.filter(({ state }) => state !== 2)
  if (heard.length === 0) return
  const silences = await silencesFor(db, heard, now)
  if (silences.length) await hushAlarms(db, silences)
  const silent = new Set(silences.map(({ id }) => id))
  const ids = heard.filter(({ id }) => !silent.has(id)).map(({ id }) => id)
  if (heard.some(({ again }) => again)) await worsenIncidents(db, ids, now)
  await openIncidents(db, ids, now)
}

export const scenesOf = (rows: readonly { scene_id: number }[]): number[] => [
  ...new Set(rows.map(({ scene_id }) => scene_id)),
]
