import type { Db } from '../../../kernel/db.ts'
import type { DeviceReport } from '../../../devices/device-link.ts'
import { readLineSpeeds } from '../interval/store.ts'

/** Subscribed Mbit/s; null: not known. */
export interface LineSpeed {
  name: string
  down_mbps: number | null
  up_mbps: number | null
}

/** Milliseconds after which they are read again in any case: events may be lost. */
const STALE = 600_000
/** Maximum number of cached devices; far more than one process serves. */
const MOST = 500_000

const known = new Map<number, { at: number; lines: readonly LineSpeed[] }>()
const none: readonly LineSpeed[] = []

/** Reads the lines of devices of a batch that report one, unless they are cached. */
export async function prepareLineSpeeds(db: Db, reports: readonly DeviceReport[]): Promise<void> {
  const now = performance.now()
  const wanted = new Set<number>()
  for (const { device_id, facts } of reports)
    if (facts.wans?.length && !(now - (known.get(device_id)?.at ?? Number.NEGATIVE_INFINITY) < STALE))
      wanted.add(device_id)
  if (wanted.size === 0) return
  if (known.size + wanted.size > MOST) known.clear()
  const rows = Map.groupBy(await readLineSpeeds(db, [...wanted]), ({ device_id }) => device_id)
  for (const device_id of wanted) known.set(device_id, { at: now, lines: rows.get(device_id) ?? none })
}

export const lineSpeedsOf = (device_id: number): readonly LineSpeed[] => known.get(device_id)?.lines ?? none

export function invalidateLineSpeeds(device_id: number): void {
  known.delete(device_id)
}
