import type { LogReport } from '../../../devices/device-link.ts'
import { defineSink } from '../../../devices/ingest/ingest.ts'
import { makePartition } from '../../../engines/partitions/partition-store.ts'
import type { Transaction } from '../../../kernel/db.ts'
import { copyLines, type LineRow } from './store.ts'
import { ruleOf } from './type-rules.ts'

/** Seconds by which a device's clock may differ from the server's; beyond that, the time of arrival counts. */
const CLOCK = { behind: 3600, ahead: 60 }
const DAY = 86_400

/** Classifies the lines, stores them, and passes on those that may cause alarms. */
export const sink = defineSink({
  name: 'log.device',
  order: 30,
  take: async () => {},
  async takeLogs(reports, db) {
    const typed = reports.flatMap(typedLines)
    await providePartitions(db, typed)
    await copyLines(
      db,
      typed.map(({ row }) => row),
    )
    const scenes = new Set(reports.map(({ scene_id }) => scene_id))
    return {
      lines: typed.map(({ row }) => row),
      news: [...scenes].map((scene_id) => ({ topic: 'device-log', scene_id })),
      happened: typed.flatMap(({ row: { device_id, scene_id, at, severity, program, text }, heard }) => {
        if (!heard || device_id === 0) return []
        const said = program ? `${program}: ${text}` : text
        return [{ device_id, scene_id, event: { at, type: 'device.log', severity, text: said } }]
      }),
    }
  },
})

interface TypedLine {
  row: LineRow
  heard: boolean
}

function typedLines({ device_id, scene_id, source, at: came, lines, heard: known }: LogReport): TypedLine[] {
  return lines.map(({ at, severity, program, text }) => {
    const { type = 'sys', heard = false } = ruleOf({ program, text }) ?? {}
    const moment = at >= came - CLOCK.behind && at <= came + CLOCK.ahead ? at : came
    return { row: { at: moment, device_id, scene_id, type, severity, source, program, text }, heard: heard && !known }
  })
}

/** Days whose partition is known to exist; a job creates them in advance. */
const made = new Set<number>()

async function providePartitions(db: Transaction, lines: readonly TypedLine[]): Promise<void> {
  for (const day of new Set(lines.map(({ row }) => Math.floor(row.at / DAY)))) {
    if (made.has(day)) continue
    // a partition created here is lost in a rollback; it counts once a later batch finds it
    if (!(await makePartition(db, 'device_log', 1, day * DAY))) made.add(day)
  }
  if (made.size > 100) made.clear()
}
