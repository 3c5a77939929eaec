import type { System } from '../../../kernel/implement.ts'
import { markOf, setMark } from '../store.ts'
import { companyOfMac, osOfHints } from './kind.ts'
import { kindOf, osOf } from './snapshot.ts'
import {
  findSnapshot,
  firstHour,
  type HourOfTerminal,
  saveSnapshot,
  listHour,
  listKnown,
  scenesOfHour,
  type UsageSnapshot,
} from './store.ts'

const HOUR = 3600
const DAY = 86_400
/** Seconds after its end at which an hour is closed: all reports have arrived by then. */
const LATE = 600
const MARK = 'ledger'

/** Writes the snapshots of complete hours once, and those of incomplete ones as far as they are known. */
export async function rollUpUsage(system: System, now: number): Promise<void> {
  const mark = (await markOf(system.db, MARK)) ?? (await firstHour(system.db))
  if (mark === undefined) return
  const present = Math.floor(now / HOUR) * HOUR
  // the clock was set back: the current hour is written again
  for (let hour = Math.min(mark, present); hour < now; hour += HOUR) {
    // hours that a clock skipped have no data
    if (present - hour > DAY) hour = Math.min(present, (await firstHour(system.db, hour)) ?? present)
    for (const scene_id of await scenesOfHour(system.db, hour)) await writePage(system, scene_id, hour)
    if (now >= hour + HOUR + LATE) await setMark(system.db, MARK, hour + HOUR)
  }
}

async function writePage(system: System, scene_id: number, hour: number): Promise<void> {
  await system.database.transaction(async (db) => {
    const base = await findSnapshot(db, scene_id, hour)
    const rows = await listHour(db, scene_id, hour)
    // once a day removed terminals are left out
    const known = (hour + HOUR) % DAY === 0 ? await listKnown(db, scene_id) : undefined
    await saveSnapshot(db, scene_id, hour + HOUR, addUp(base, rows, known))
  })
}

/** The snapshot after an hour; of `base` only those are kept that are `known`. */
export function addUp(
  base: UsageSnapshot | undefined,
  rows: readonly HourOfTerminal[],
  known?: ReadonlySet<number>,
): UsageSnapshot {
  const most = (base?.ids.length ?? 0) + rows.length
  const page = emptyPage(most)
  let [length, at, row] = [0, 0, 0]
  const put = (id: number, kind: number, flow: number, online: number, access: number) => {
    page.ids[length] = id
    page.kinds[length] = kind
    page.flow[length] = flow
    page.online[length] = online
    page.access[length++] = access
  }
  while (at < (base?.ids.length ?? 0) || row < rows.length) {
    const old = base?.ids[at] ?? Number.POSITIVE_INFINITY
    const one = rows[row]
    const id = Math.min(old, one?.id ?? Number.POSITIVE_INFINITY)
    const before = base && old === id ? at++ : undefined
    const hour = one?.id === id ? rows[row++] : undefined
    if (!hour && known && !known.has(id)) continue
    const of = (column: Uint32Array | undefined) => (before === undefined ? 0 : (column?.[before] ?? 0))
    // typed arrays store numbers modulo 2^32
    put(
      id,
      kindNow(before === undefined ? 0 : (base?.kinds[before] ?? 0), hour),
      of(base?.flow) + Math.round((hour?.flow ?? 0) / 1024),
      of(base?.online) + (hour?.online ?? 0),
      of(base?.access) + (hour?.access ?? 0),
    )
  }
  return {
    ids: page.ids.slice(0, length),
    kinds: page.kinds.slice(0, length),
    flow: page.flow.slice(0, length),
    online: page.online.slice(0, length),
    access: page.access.slice(0, length),
  }
}

const emptyPage = (length: number): UsageSnapshot => ({
  ids: new Uint32Array(length),
  kinds: new Uint8Array(length),
  flow: new Uint32Array(length),
  online: new Uint32Array(length),
  access: new Uint32Array(length),
})

/** A terminal's host name is often known later than its address; once its system is known it stays. */
function kindNow(kind: number, hour: HourOfTerminal | undefined): number {
  if (!hour?.mac || osOf(kind)) return kind
  const company = companyOfMac(hour.mac)
  return kindOf(company, osOfHints([hour.dhcp_class, hour.hostname], company))
}
