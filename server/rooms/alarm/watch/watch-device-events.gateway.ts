import type { DeviceEvent } from '@belvedere/drivers/kit/facts.ts'
import { deviceEvent } from '../../../devices/device-link.ts'
import { defineEvent, eventSubject, listen } from '../../../kernel/event.ts'
import { batcher, type Batched } from '../../../engines/batcher/batcher.ts'
import type { System } from '../../../kernel/implement.ts'
import { defineStartup } from '../../../kernel/startup.ts'
import {
  devWanDisconnect,
  catalogue,
  isWrong,
  settingsNow,
  type AlarmType,
  type AlarmEffect,
  saveIntervals,
  type ConditionInterval,
} from '../../alarm-type/api.ts'
import { alarmChanged, changedBy } from '../changed.events.ts'
import { note, raise } from '../raise.ts'
import { type EndedCause, endAlarms, linesOf, listLastingOf, type Rise } from '../store.ts'
import { clearTrouble, type ReportedFault, isMeasured, knowFault, knowTrouble } from './watch-reports.sink.ts'

/** Types by the events that they handle: nearly all events concern none. */
const listeners = new Map<string, AlarmType[]>()
for (const type of catalogue.values())
  for (const name of type.hears ?? []) listeners.set(name, [...(listeners.get(name) ?? []), type])

interface AlarmEvent {
  device_id: number
  scene_id: number
  event: DeviceEvent
  type: AlarmType
  heard: AlarmEffect
}

interface AlarmKey {
  device_id: number
  type: string
  key: string
}

/**
 * Alarms were raised or ended by events: the process that receives the reports of these devices ends them, or raises
 * them again.
 */
export const alarmObserved = defineEvent<{ list: AlarmKey[]; over: AlarmKey[]; lasting: ReportedFault[] }>(
  'alarm.observed',
)

export const loadObserved = defineStartup<System>({
  order: 21,
  role: 'gateway',
  async run(system) {
    const observe = ({ list, over, lasting }: { list: EndedCause[]; over: EndedCause[]; lasting: ReportedFault[] }) => {
      over.forEach(clearTrouble)
      list.forEach(knowTrouble)
      lasting.forEach(knowFault)
    }
    system.bus.subscribe(eventSubject(alarmObserved.name), observe)
  },
})

let gathered: { system: System; take: Batched<AlarmEvent, void> } | undefined

/** Raises alarms of device events immediately, together with those that arrive at the same time. */
export const observe = listen(deviceEvent, async ({ device_id, scene_id, event }, system: System) => {
  const types = listeners.get(event.type)
  if (!types || !scene_id) return
  for (const type of types) {
    const heard = type.heard?.(event)
    if (!heard) continue
    if (gathered?.system !== system) gathered = { system, take: batcher((list) => takeHeard(system, list)) }
    await gathered.take({ device_id, scene_id, event, type, heard })
  }
})

async function takeHeard(system: System, list: readonly AlarmEvent[]): Promise<undefined[]> {
  const now = system.now()
  const settings = await settingsNow(system.db)
  const [rises, notes, ends, spells, lasting]: [Rise[], Rise[], EndedCause[], ConditionInterval[], Rise[]] = [
    [],
    [],
    [],
    [],
    [],
  ]
  for (const { device_id, scene_id, event, type, heard } of await alive(system, list)) {
    const { enabled, level, levelSet, threshold, duration_s } = settings.of(scene_id, type.id)
    const { key, what, ref, value: measured, params: reported = {} } = heard
    if (measured !== undefined && !isWrong(measured, { threshold, below: type.threshold?.below === true })) continue
    const params = ref ? { ...reported, ref } : reported
    const grave = (levelSet ? undefined : heard.level) ?? level
    const rise: Rise = { type: type.id, level: grave, device_id, scene_id, key, at: event.at || now, params }
    lastHeard(device_id, type.id, key, now)
    // an alarm may be raised and ended at the same time: the later event counts
    if (what === 'clears') {
      ends.push({ type: type.id, device_id, key, ...(ref && { ref }) })
      dropFrom(rises, rise)
      pending.delete(nameIn(rise))
    } else if (what === 'counts') {
      const value = countOf(`${device_id} ${type.id} ${key}`, now)
      // intervals are stored from the strict threshold on
      if (value === type.threshold?.strict) spells.push(spellOf(rise, value))
      if (enabled && value >= (threshold ?? 1)) rises.push({ ...rise, params: { ...params, value } })
    } else {
      spells.push(spellOf(rise, null))
      // conditions that must last are left to the reports, where these cover them
      if (enabled && what === 'moment') notes.push(rise)
      else if (enabled && (duration_s === 0 || !isMeasured(type.id, key))) rises.push(rise)
      else if (enabled) lasting.push(rise)
    }
  }
  const others =
    ends.length + notes.length === 0
      ? []
      : await system.database.transaction(async (db) => [
          ...(ends.length ? await endAlarms(db, now, ends) : []),
          ...(await note(db, notes, now)),
        ])
  const arisen = await raise(system, unique(rises), now)
  for (const rise of lasting) wait(rise)
  if (rises.length + ends.length + lasting.length)
    system.emit(alarmObserved, { list: rises.map(nameOf), over: ends.map(nameOf), lasting: lasting.map(faultOf) })
  if (others.length + arisen.length) system.emit(alarmChanged, changedBy(arisen, others))
  // the next events do not wait for the publication and storage of these
  void telling(system)(spells).catch((error: unknown) =>
    system.log.error({ error: String((error as Error)?.stack ?? error) }, 'what was heard is not remembered'),
  )
  return list.map(() => undefined)
}

const tellers = new WeakMap<System, Batched<readonly ConditionInterval[], void>>()

function telling(system: System): Batched<readonly ConditionInterval[], void> {
  const known = tellers.get(system)
  if (known) return known
  const tell = batcher<readonly ConditionInterval[], void>(async (lists) => {
    await saveIntervals(system.db, lists.flat())
    return []
  })
  tellers.set(system, tell)
  return tell
}

/** A port that lost its carrier is a line only if the device has that line. */
async function alive({ db }: System, list: readonly AlarmEvent[]): Promise<readonly AlarmEvent[]> {
  const request = list.filter(({ type }) => type === devWanDisconnect)
  if (request.length === 0) return list
  const lines = await linesOf(db, [...new Set(request.map(({ device_id }) => device_id))])
  return list.filter(({ type, device_id, heard }) => type !== devWanDisconnect || lines.get(device_id)?.has(heard.key))
}

const faultOf = ({ at, params, ...rise }: Rise): ReportedFault => ({ ...nameOf(rise), at, params })

const nameOf = ({ device_id, type, key }: AlarmKey): AlarmKey => ({ device_id, type, key })

/** Removes what was ended at the same time. */
function dropFrom(rises: Rise[], { device_id, type, key, params }: Rise): void {
  const isSame = (one: Rise) =>
    one.device_id === device_id &&
    one.type === type &&
    (one.key === key || (params['ref'] && one.params['ref'] === params['ref']))
  for (let at = rises.length - 1; at >= 0; at--) if (isSame(rises[at] as Rise)) rises.splice(at, 1)
}

/** One statement cannot raise an alarm twice: of several the most severe is used, of equal ones the latest. */
function unique(rises: readonly Rise[]): Rise[] {
  const gravest = new Map<string, Rise>()
  for (const rise of rises) {
    const name = `${rise.device_id} ${rise.type} ${rise.key}`
    if (rise.level <= (gravest.get(name)?.level ?? rise.level)) gravest.set(name, rise)
  }
  return [...gravest.values()]
}

const spellOf = ({ at, level: _, params: __, ...rise }: Rise, peak: number | null): ConditionInterval => ({
  ...rise,
  from_at: at,
  to_at: at,
  peak,
})

/** Maximum number of counted keys, and the seconds over which they are counted. */
const MOST = 100_000
const WITHIN = 60
const counts = new Map<string, number[]>()

/** How often it happened within the last minute. */
function countOf(name: string, now: number): number {
  const times = (counts.get(name) ?? []).filter((at) => at > now - WITHIN).slice(-1000)
  times.push(now)
  if (counts.size >= MOST) counts.clear()
  counts.set(name, times)
  return times.length
}

/** Seconds after which a fault without a reported end is over. */
const QUIET = 600
const heardAt = new Map<string, number>()
const lastHeard = (device_id: number, type: string, key: string, now: number) => {
  if (heardAt.size >= MOST) heardAt.clear()
  heardAt.set(`${device_id} ${type} ${key}`, now)
}

/** Faults that must last, on devices whose reports may not cover them: raised when they were logged for long enough. */
const pending = new Map<string, Rise>()
const nameIn = ({ device_id, type, key }: AlarmKey) => `${device_id} ${type} ${key}`

function wait(rise: Rise): void {
  if (pending.size >= MOST) pending.clear()
  const known = pending.get(nameIn(rise))
  pending.set(nameIn(rise), { ...rise, at: known?.at ?? rise.at })
}

/** Raises faults that devices without reports on their lines continue to log; for other devices the reports decide. */
export async function raiseObserved(system: System): Promise<void> {
  const now = system.now()
  const settings = await settingsNow(system.db)
  if (pending.size === 0) return
  const reporting = await linesOf(system.db, [...new Set([...pending.values()].map(({ device_id }) => device_id))])
  const rises: Rise[] = []
  for (const [name, rise] of pending) {
    const { enabled, level, duration_s } = settings.of(rise.scene_id, rise.type)
    const isStale = isQuiet(rise.type, heardAt.get(name) ?? 0, now)
    if (!enabled || isStale || reporting.has(rise.device_id)) pending.delete(name)
    else if (now - rise.at >= duration_s) {
      pending.delete(name)
      rises.push({ ...rise, level })
    }
  }
  const arisen = await raise(system, unique(rises), now)
  if (rises.length) system.emit(alarmObserved, { list: rises.map(nameOf), over: [], lasting: [] })
  if (arisen.length) system.emit(alarmChanged, changedBy(arisen, []))
}

/** Types of events: those that no report contains end when there are no further events. */
const heardOf = [...catalogue.values()].filter(({ hears, momentary }) => hears && !momentary)
const isQuiet = (type: string, last: number, now: number) => last < now - (catalogue.get(type)?.quiet ?? QUIET)

export async function endUnobserved(system: System): Promise<void> {
  const now = system.now()
  const lasting = await listLastingOf(
    system.db,
    heardOf.map(({ id }) => id),
  )
  const measured = lasting.filter(({ type, key }) => isMeasured(type, key)).map(({ device_id }) => device_id)
  const reporting = measured.length ? await linesOf(system.db, [...new Set(measured)]) : new Map<number, unknown>()
  // findings without events (two terminals with one address) are ended by their own job
  const over = lasting.filter(
    ({ device_id, type, key, last_at, params }) =>
      !('macs' in params) &&
      !(isMeasured(type, key) && reporting.has(device_id)) &&
      isQuiet(type, heardAt.get(`${device_id} ${type} ${key}`) ?? last_at, now),
  )
  if (over.length === 0) return
  const scene_ids = await system.database.transaction((db) => endAlarms(db, now, over))
  if (scene_ids.length) system.emit(alarmChanged, { scene_ids })
}
