import type { Db } from '../../kernel/db.ts'
import type { System } from '../../kernel/implement.ts'
import { catalogue } from '../alarm-type/api.ts'
import { linkTypes, underCauses } from './incident/cause-rules.ts'
import { explainMoments } from '../topology/api.ts'
import { adopt, countChildren, openIncidents, worsenIncidents } from './incident/store.ts'
import { silencesFor } from './silence/silenced.ts'
import {
  type StoredAlarmRow,
  suppressAlarms,
  listLinks,
  noteAlarms,
  type RaisedAlarm,
  raiseAlarms,
  raiseAloud,
  type Rise,
} from './store.ts'
import { placesOf } from './watch/uplinks.ts'

/** One alarm under another. */
export interface AlarmParent {
  id: number
  parent_id: number
}

/** A new alarm; without its row when lists have to be read again. */
export interface Arisen {
  scene_id: number
  row?: StoredAlarmRow
}

/** Raises new alarms with their incidents. Without a silence this takes one statement. */
export async function raise({ db, database }: System, rises: readonly Rise[], now: number): Promise<Arisen[]> {
  if (rises.length === 0) return []
  const { alone, joined } = await partOf(db, rises)
  const { aloud, held } = await tryAloud(db, alone, now)
  if (held.length + joined.length === 0) return aloud
  const rest = await database.transaction(async (db) => [
    ...(held.length ? await raiseUnder(db, held, now) : []),
    ...(await raiseJoined(db, joined, now)),
  ])
  return [...aloud, ...rest]
}

/** The same in this transaction. */
export async function raiseWithin(db: Db, rises: readonly Rise[], now: number): Promise<Arisen[]> {
  if (rises.length === 0) return []
  const { alone, joined } = await partOf(db, rises)
  const { aloud, held } = await tryAloud(db, alone, now)
  const under = held.length ? await raiseUnder(db, held, now) : []
  return [...aloud, ...under, ...(await raiseJoined(db, joined, now))]
}

/**
 * Those that may share a cause with each other or with lasting alarms of their scene; for the others one statement
 * suffices.
 */
async function partOf(db: Db, rises: readonly Rise[]): Promise<{ alone: Rise[]; joined: Rise[] }> {
  const links = Map.groupBy(
    rises.filter(({ type }) => linkTypes.includes(type)),
    ({ scene_id }) => scene_id,
  )
  if (links.size === 0) return { alone: [...rises], joined: [] }
  const lasting = new Set((await listLinks(db, [...links.keys()], linkTypes)).map(({ scene_id }) => scene_id))
  const isJoined = ({ type, scene_id }: Rise) =>
    linkTypes.includes(type) && (lasting.has(scene_id) || (links.get(scene_id)?.length ?? 0) > 1)
  return { alone: rises.filter((one) => !isJoined(one)), joined: rises.filter(isJoined) }
}

/**
 * Raises alarms of lines and paths that are down, full, slow or lossy, each under the alarm that explains it: only the
 * cause is notified.
 */
async function raiseJoined(db: Db, rises: readonly Rise[], now: number): Promise<Arisen[]> {
  if (rises.length === 0) return []
  const scenes = scenesOf(rises)
  const [lasting, places] = [await listLinks(db, scenes, linkTypes), await placesOf(db, scenes)]
  const above = (device_id: number) => places.get(device_id)?.above ?? []
  return raiseUnder(db, rises, now, (raised) => {
    const all = new Map([...lasting, ...raised].map((one) => [one.id, one]))
    return underCauses([...all.values()], above)
  })
}

async function tryAloud(db: Db, rises: readonly Rise[], now: number): Promise<{ aloud: Arisen[]; held: Rise[] }> {
  const outcomes = await raiseAloud(db, rises, now)
  const aloud = outcomes.flatMap(({ n: _, silent: __, ...row }) =>
    row.id === null ? [] : [{ scene_id: row.scene_id, row }],
  )
  return { aloud, held: outcomes.flatMap(({ n, silent }) => (silent ? (rises[n - 1] ?? []) : [])) }
}

/**
 * Raises in steps, in this transaction: incidents only for alarms that are no children and that no silence covers. `under` gives
 * the parents once all alarms have their rows.
 */
export async function raiseUnder(
  db: Db,
  rises: readonly Rise[],
  now: number,
  under?: (raised: readonly RaisedAlarm[]) => readonly AlarmParent[],
): Promise<Arisen[]> {
  const raised = rises.length ? await raiseAlarms(db, rises) : []
  const pairs = under?.(raised) ?? []
  await adopt(db, pairs, now)
  await settle(db, raised, now)
  await countChildren(db, [...new Set(pairs.map(({ parent_id }) => parent_id))])
  return raised
}

/** Stores momentary alarms with their incident event; except those caused by ordered work. */
export async function note(db: Db, all: readonly Rise[], now: number): Promise<number[]> {
  const rises = await unplanned(db, all)
  if (rises.length === 0) return []
  const noted = await noteAlarms(db, rises)
  await settle(db, noted, now)
  return scenesOf(noted)
}

async function unplanned(db: Db, rises: readonly Rise[]): Promise<readonly Rise[]> {
  const request = rises.flatMap((rise) => {
    const works = catalogue.get(rise.type)?.planned
    return works ? [{ rise, works }] : []
  })
  if (request.length === 0) return rises
  const explained = await explainMoments(
    db,
    request.map(({ rise: { device_id, type, at }, works }) => ({ device_id, type, at, works })),
  )
  const gone = new Set(request.filter((_, n) => explained.has(n)).map(({ rise }) => rise))
  return rises.filter((rise) => !gone.has(rise))
}

/** Opens incidents for open alarms that no silence covers. */
export async function settle(db: Db, raised: readonly RaisedAlarm[], now: number): Promise<void> {
  const heard = raised.filter(({ state }) => state !== 2)
  if (heard.length === 0) return
  const silences = await silencesFor(db, heard, now)
  if (silences.length) await suppressAlarms(db, silences)
  const silent = new Set(silences.map(({ id }) => id))
  const ids = heard.filter(({ id }) => !silent.has(id)).map(({ id }) => id)
  if (heard.some(({ again }) => again)) await worsenIncidents(db, ids, now)
  await openIncidents(db, ids, now)
}

export const scenesOf = (rows: readonly { scene_id: number }[]): number[] => [
  ...new Set(rows.map(({ scene_id }) => scene_id)),
]
