import { oncePerReport, type DeviceReport } from '../../../devices/device-link.ts'
import type { Db } from '../../../kernel/db.ts'
import { defineSink } from '../../../devices/ingest/ingest.ts'
import {
  catalogue,
  isWell,
  isWrong,
  rememberedFrom,
  worse,
  type Settings,
  settingsNow,
  type AlarmType,
  type ConditionReading,
  saveIntervals,
  type ConditionInterval,
  devReboot,
} from '../../alarm-type/api.ts'
import { changedBy, newsOf } from '../changed.events.ts'
import { note, raiseWithin } from '../raise.ts'
import { type EndedCause, endAlarms, listLasting, type Rise } from '../store.ts'

/** Maximum number of cached devices; far more than one process serves. */
const MOST = 500_000

const gauged = [...catalogue.values()].filter((type) => type.gauge !== undefined)

/** A fault of a device that persists. */
interface Trouble {
  /** Unix seconds since when it is stored as an interval; 0: from before this process. */
  since: number
  /** Since when it is beyond the threshold; 0: it is not. */
  wrong: number
  worst: number
  raised: boolean
  /** The device logged it; its reports show only its end. */
  heard?: Rise['params']
}

/** A fault that a device logged. */
export interface ReportedFault extends EndedCause {
  at: number
  params: Rise['params']
}

/** By type and key: `dev_wan_disconnect WAN1`. Devices without faults have no entry. */
const troubles = new Map<number, Map<string, Trouble>>()
let loaded = false

interface ReportEffects {
  rises: Rise[]
  notes: Rise[]
  ends: EndedCause[]
  spells: ConditionInterval[]
}

/** Compares reports of devices with the thresholds. Nearly all change nothing and cost one pass over their facts. */
export const sink = defineSink({
  name: 'alarm.reports',
  order: 60,
  async take(reports, db) {
    if (!loaded) await load(db)
    settings = await settingsNow(db)
    for (const type of gauged) await type.prepare?.(db, reports)
    const all: ReportEffects = { rises: [], notes: [], ends: [], spells: [] }
    for (const report of reports) {
      const change = report.scene_id ? changeOf(report) : undefined
      if (!change) continue
      for (const key of ['rises', 'notes', 'ends', 'spells'] as const) (all[key] as unknown[]).push(...change[key])
    }
    if (all.rises.length + all.notes.length + all.ends.length + all.spells.length === 0) return
    const at = reports[reports.length - 1]?.at ?? 0
    const ended = all.ends.length ? await endAlarms(db, at, all.ends) : []
    const arisen = await raiseWithin(db, all.rises, at)
    const { scene_ids, rows } = changedBy(arisen, [...ended, ...(await note(db, all.notes, at))])
    await saveIntervals(db, all.spells)
    return scene_ids.map((scene_id) => newsOf(scene_id, rows))
  },
})

/** Read at the beginning of each batch. */
let settings: Settings

/** Alarms that lasted before this process started. */
async function load(db: Db): Promise<void> {
  for (const one of await listLasting(db)) knowTrouble(one)
  loaded = true
}

/** An alarm lasts that was not raised here: the reports of its device end it. */
export function knowTrouble({ device_id, key, type }: EndedCause): void {
  if (!isMeasured(type, key)) return
  const own = troubles.get(device_id) ?? new Map<string, Trouble>()
  const name = `${type} ${key}`
  const known = own.get(name)
  if (known) known.raised = true
  else troubles.set(device_id, own.set(name, { since: 0, wrong: 1, worst: 0, raised: true }))
}

/** A device reported a fault that must last to be raised: its reports show whether it does. */
export function knowFault({ device_id, key, type, at, params }: ReportedFault): void {
  const known = troubles.get(device_id)?.get(`${type} ${key}`)
  const trouble = known ?? begin(device_id, `${type} ${key}`, at, 0)
  trouble.wrong ||= at
  trouble.heard = params
}

/** An alarm was ended by an event: if a report shows the same fault, it is raised again. */
export function clearTrouble({ device_id, key, type }: EndedCause): void {
  const own = troubles.get(device_id)
  own?.delete(`${type} ${key}`)
  if (own?.size === 0) troubles.delete(device_id)
}

/** True when reports measure it, and so end it. */
export function isMeasured(type: string, key: string): boolean {
  const known = catalogue.get(type)
  return known?.gauge !== undefined && known.measures?.(key) !== false
}

/** The answer for one report stays the same when its batch is retried. */
const changeOf = oncePerReport((report: DeviceReport): ReportEffects | undefined => {
  let change: ReportEffects | undefined
  const made = () => (change ??= { rises: [], notes: [], ends: [], spells: [] })
  for (const type of gauged) {
    const readings = type.gauge?.(report)
    if (readings) judge(report, type, readings, made)
  }
  if (report.restarted) {
    const { enabled, level } = settings.of(report.scene_id, devReboot.id)
    const rise = riseOf(report, devReboot, level, { key: '', value: 1 }, report.at)
    if (enabled) made().notes.push(rise)
    made().spells.push(spellOf(report, devReboot, '', report.at, null))
  }
  return change
})

function judge(
  report: DeviceReport,
  type: AlarmType,
  readings: readonly ConditionReading[],
  made: () => ReportEffects,
): void {
  const { device_id, scene_id, at } = report
  const own = troubles.get(device_id)
  if (!own && readings.length === 0) return
  const { enabled, level, threshold, duration_s } = settings.of(scene_id, type.id)
  const bound = { threshold, below: type.threshold?.below === true }
  const floor = rememberedFrom(bound, type.threshold?.strict)
  for (const reading of readings) {
    const { key, value } = reading
    if (Number.isNaN(value)) {
      const reported = own?.get(`${type.id} ${key}`)
      if (!reported?.heard || reported.raised || !enabled || at - reported.wrong < duration_s) continue
      reported.raised = true
      made().rises.push(riseOf(report, type, level, { ...reading, params: reported.heard }, reported.wrong))
      continue
    }
    if (!own && !isWrong(value, floor)) continue
    const name = `${type.id} ${key}`
    const known = own?.get(name)
    if (!known && !isWrong(value, floor)) continue
    if (known && isWell(value, floor)) {
      over(report, type, key, known, made)
      continue
    }
    const trouble = known ?? begin(device_id, name, at, value)
    trouble.worst = worse(trouble.worst, value, bound.below)
    if (isWrong(value, bound)) trouble.wrong ||= at
    else if (isWell(value, bound)) calm(report, type, key, trouble, made)
    if (trouble.raised || !enabled || trouble.wrong === 0 || at - trouble.wrong < duration_s) continue
    trouble.raised = true
    made().rises.push(riseOf(report, type, level, reading, trouble.wrong))
  }
  if (!own) return
  // a removed line is not down
  for (const [name, trouble] of own) {
    if (!name.startsWith(`${type.id} `)) continue
    const key = name.slice(type.id.length + 1)
    if (type.speaksOf?.(report, key) === false) continue
    if (!readings.some((one) => one.key === key)) over(report, type, key, trouble, made)
  }
}

function begin(device_id: number, name: string, at: number, worst: number): Trouble {
  if (troubles.size >= MOST) troubles.clear()
  const own = troubles.get(device_id) ?? new Map<string, Trouble>()
  const trouble = { since: at, wrong: 0, worst, raised: false }
  troubles.set(device_id, own.set(name, trouble))
  return trouble
}

/** Below the threshold, but not below the stored bound. */
function calm(
  { device_id }: DeviceReport,
  { id }: AlarmType,
  key: string,
  trouble: Trouble,
  made: () => ReportEffects,
): void {
  if (trouble.raised) made().ends.push({ type: id, device_id, key })
  trouble.raised = false
  trouble.wrong = 0
}

function over(report: DeviceReport, type: AlarmType, key: string, trouble: Trouble, made: () => ReportEffects): void {
  const { device_id, at } = report
  const { since, worst } = trouble
  calm(report, type, key, trouble, made)
  const own = troubles.get(device_id)
  own?.delete(`${type.id} ${key}`)
  if (own?.size === 0) troubles.delete(device_id)
  if (since > 0) made().spells.push({ ...spellOf(report, type, key, since, worst), to_at: at })
}

const riseOf = (
  { device_id, scene_id }: DeviceReport,
  { id }: AlarmType,
  level: Rise['level'],
  { key, params, value }: ConditionReading,
  at: number,
): Rise => ({
  type: id,
  level,
  device_id,
  scene_id,
  key,
  at,
  params: params ?? (value === 1 ? {} : { value }),
})

const spellOf = (
  { device_id, scene_id, at }: DeviceReport,
  { id }: AlarmType,
  key: string,
  from_at: number,
  peak: number | null,
): ConditionInterval => ({
  device_id,
  scene_id,
  type: id,
  key,
  from_at,
  to_at: at,
  peak,
})
