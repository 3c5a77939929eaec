import type { Db } from '../../kernel/db.ts'
import type { System } from '../../kernel/implement.ts'
import { catalogue } from './catalogue.ts'
import { explainMoments } from '../device/api.ts'
import { adopt, countChildren, openIncidents, worsenIncidents } from './incident/store.ts'
import { silencesFor } from './silence/silenced.ts'
import { type AlarmRow, hushAlarms, noteAlarms, type Raised, raiseAlarms, raiseAloud, type Rise } from './store.ts'

/** One alarm under another. */
export interface Pair {
  id: number
  parent_id: number
}

/** An alarm that was not there; without its row when a list must be asked for it. */
export interface Arisen {
  scene_id: number
  row?: AlarmRow
}

/** Raises what is not there already, with the incidents people are told of. What nothing silences takes one statement. */
export async function raise({ db, database }: System, rises: readonly Rise[], now: number): Promise<Arisen[]> {
  if (rises.length === 0) return []
  const { aloud, held } = await tryAloud(db, rises, now)
  return held.length ? [...aloud, ...(await database.transaction((db) => raiseUnder(db, held, now)))] : aloud
}

/** The same in this transaction. */
export async function raiseWithin(db: Db, rises: readonly Rise[], now: number): Promise<Arisen[]> {
  if (rises.length === 0) return []
  const { aloud, held } = await tryAloud(db, rises, now)
  return held.length ? [...aloud, ...(await raiseUnder(db, held, now))] : aloud
}

async function tryAloud(db: Db, rises: readonly Rise[], now: number): Promise<{ aloud: Arisen[]; held: Rise[] }> {
  const outcomes = await raiseAloud(db, rises, now)
  const aloud = outcomes.flatMap(({ n: _, silent: __, ...row }) =>
    row.id === null ? [] : [{ scene_id: row.scene_id, row }],
  )
  return { aloud, held: outcomes.flatMap(({ n, silent }) => (silent ? (rises[n - 1] ?? []) : [])) }
}

/**
 * Raises step by step, in this transaction: incidents only for what is nobody's child and what no silence covers. `under` tells
 * who hangs on whom once all have their rows.
 */
export async function raiseUnder(
  db: Db,
  rises: readonly Rise[],
  now: number,
  under?: (raised: readonly Raised[]) => readonly Pair[],
): Promise<Arisen[]> {
  const raised = rises.length ? await raiseAlarms(db, rises) : []
  const pairs = under?.(raised) ?? []
  await adopt(db, pairs, now)
  await settle(db, raised, now)
  await countChildren(db, [...new Set(pairs.map(({ parent_id }) => parent_id))])
  return raised
}

/** Keeps what happened at a moment and is over, with the one word there is on it; not what work that was ordered brought with it. */
export async function note(db: Db, all: readonly Rise[], now: number): Promise<number[]> {
  const rises = await unplanned(db, all)
  if (rises.length === 0) return []
  const noted = await noteAlarms(db, rises)
  await settle(db, noted, now)
  return scenesOf(noted)
}

async function unplanned(db: Db, rises: readonly Rise[]): Promise<readonly Rise[]> {
  const asked = rises.flatMap((rise) => {
    const works = catalogue.get(rise.type)?.planned
    return works ? [{ rise, works }] : []
  })
  if (asked.length === 0) return rises
  const explained = await explainMoments(
    db,
    asked.map(({ rise: { device_id, type, at }, works }) => ({ device_id, type, at, works })),
  )
  const gone = new Set(asked.filter((_, n) => explained.has(n)).map(({ rise }) => rise))
  return rises.filter((rise) => !gone.has(rise))
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
