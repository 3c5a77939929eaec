import { oncePerReport, type Report } from '../../kernel/device-link.ts'
import type { Db } from '../../kernel/db.ts'
import { defineSink } from '../../kernel/ingest.ts'
import { type Cause, endAlarms, listLasting, noteAlarms, raiseAlarms } from './store.ts'
import { devReboot } from './alarm-types/dev-reboot.ts'
import { devWanDisconnect } from './alarm-types/dev-wan-disconnect.ts'

/** Devices remembered; far more than one process serves. */
const MOST = 500_000
/** Seconds by which two ways to the moment of the boot may differ: clocks drift, reports wait. */
const SLACK = 120

interface Memory {
  /** Lines that were down, as one text. */
  down: string
  /** Unix seconds of its boot; 0: never told. */
  booted: number
}

interface Change {
  down: string[]
  /** Lines that are up, or gone, and may have an alarm. */
  up: string[]
  rebooted: boolean
}

const memories = new Map<number, Memory>()
/** Lines with an alarm from before this process, by device. */
let lasting: Map<number, Set<string>> | undefined

/** What the reports of devices say went wrong. Nearly all say nothing new and cost a look into memory. */
export const sink = defineSink({
  name: 'alarm.reports',
  order: 60,
  async take(reports, db) {
    lasting ??= await readLasting(db)
    const down: Cause[] = []
    const up: { device_id: number; key: string }[] = []
    const rebooted: Cause[] = []
    for (const report of reports) {
      const { device_id, scene_id, at } = report
      const change = scene_id ? changeOf(report) : undefined
      if (!change) continue
      for (const key of change.down) down.push({ device_id, scene_id, key, at, params: {} })
      for (const key of change.up) up.push({ device_id, key })
      if (change.rebooted) rebooted.push({ device_id, scene_id, key: '', at, params: {} })
    }
    if (down.length + up.length + rebooted.length === 0) return
    const at = reports[reports.length - 1]?.at ?? 0
    const scenes = [
      ...(up.length ? await endAlarms(db, devWanDisconnect.id, at, up) : []),
      ...(down.length ? await raiseAlarms(db, devWanDisconnect.id, devWanDisconnect.level, down) : []),
      ...(rebooted.length ? await noteAlarms(db, devReboot.id, devReboot.level, rebooted) : []),
    ]
    return [...new Set(scenes)].map((scene_id) => ({ topic: 'alarm', scene_id }))
  },
})

async function readLasting(db: Db): Promise<Map<number, Set<string>>> {
  const read = new Map<number, Set<string>>()
  for (const { device_id, key } of await listLasting(db, devWanDisconnect.id)) {
    const keys = read.get(device_id) ?? new Set()
    read.set(device_id, keys.add(key))
  }
  return read
}

/** The answer for one report stays the same when its batch is tried again. */
const changeOf = oncePerReport(({ device_id, at, facts }: Report): Change | undefined => {
  const before = memories.get(device_id)
  const booted = facts.uptime === undefined ? (before?.booted ?? 0) : at - Math.trunc(facts.uptime)
  const lines = facts.wans?.filter(({ type }) => type !== 'disabled')
  const off = lines?.filter(({ up }) => !up).map(({ name }) => name)
  const down = off ? off.join('\n') : (before?.down ?? '')
  if (memories.size >= MOST) memories.clear()
  memories.set(device_id, { down, booted })
  const rebooted = before !== undefined && before.booted > 0 && booted > before.booted + SLACK
  const known = new Set([...(before?.down.split('\n') ?? []), ...(lasting?.get(device_id) ?? [])].filter(Boolean))
  if (!rebooted && !off) return undefined
  const fresh = off?.filter((name) => !before?.down.split('\n').includes(name)) ?? []
  const up = off ? [...known].filter((name) => !off.includes(name)) : []
  if (off) lasting?.delete(device_id)
  return rebooted || fresh.length || up.length ? { down: fresh, up, rebooted } : undefined
})
