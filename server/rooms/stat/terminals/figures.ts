import type { Ctx } from '../../../kernel/implement.ts'
import { type FigureInput, compared, periodOf, ranked } from '../answers.ts'
import type { TimePeriod } from '../period.ts'
import { companyOfMac, osOfHints } from './kind.ts'
import { difference, Highest } from './snapshot.ts'
import { snapshotsBy } from './snapshot-cache.ts'
import { type UsageColumn, nameTerminals } from './store.ts'

const HOUR = 3600
/** Snapshots are written at full hours; the current one as far as it is known. */
const inHours = ({ from, to }: TimePeriod): TimePeriod => ({
  from: Math.floor(from / HOUR) * HOUR,
  to: Math.ceil(to / HOUR) * HOUR,
})

type Visit = (id: number, kind: number, value: number) => void

/** The usage of every terminal of the scenes in a period. */
async function visitAll(ctx: Ctx, input: FigureInput, column: UsageColumn, { from, to }: TimePeriod, visit: Visit) {
  const [earlier, later] = await Promise.all([
    snapshotsBy(ctx, input, column, from),
    snapshotsBy(ctx, input, column, to),
  ])
  for (const [scene_id, page] of later) difference(page, earlier.get(scene_id), visit)
}

/** Terminals with the highest value of a column in the period, with names. */
export async function rankTerminals(ctx: Ctx, input: FigureInput & { limit?: number }, column: UsageColumn) {
  const period = inHours(periodOf(ctx, input))
  const highest = new Highest(input.limit ?? 10)
  await visitAll(ctx, input, column, period, (id, _, value) => highest.add(id, value))
  const top = highest.list()
  const named = new Map(
    (
      await nameTerminals(
        ctx,
        top.map(({ id }) => id),
      )
    ).map((one) => [one.id, one]),
  )
  const rows = top.flatMap(({ id, value }) => {
    const one = named.get(id)
    if (!one) return []
    const company = companyOfMac(one.mac)
    return [
      { ...one, name: one.hostname || one.mac, value, company, os: osOfHints([one.dhcp_class, one.hostname], company) },
    ]
  })
  const earlier = compared(input, period)
  return {
    ...period,
    unit: '',
    total: highest.total,
    list: ranked(rows, highest.total, earlier && (await valuesOf(ctx, input, column, earlier, rows))),
  }
}

/** The same terminals in another period. */
async function valuesOf(
  ctx: Ctx,
  input: FigureInput,
  column: UsageColumn,
  period: TimePeriod,
  rows: readonly { id: number }[],
) {
  const wanted = new Set(rows.map(({ id }) => id))
  const values = new Map<number, number>()
  await visitAll(ctx, input, column, period, (id, _, value) => {
    if (wanted.has(id)) values.set(id, value)
  })
  return values
}

/** Terminals that were online in the period, counted by a function of their kind and their seconds online. */
export async function countTerminals(ctx: Ctx, input: FigureInput, of: (kind: number, seconds: number) => number) {
  const count = async (period: TimePeriod) => {
    const counts = new Map<number, number>()
    await visitAll(ctx, input, 'online', period, (_, kind, seconds) => {
      const key = of(kind, seconds)
      counts.set(key, (counts.get(key) ?? 0) + 1)
    })
    return counts
  }
  const period = inHours(periodOf(ctx, input))
  const earlier = compared(input, period)
  return { period, counts: await count(period), before: earlier && (await count(earlier)) }
}

/** The number of terminals with counted octets in the period, among those that were online. */
export async function countKnown(ctx: Ctx, input: FigureInput): Promise<{ known: number; of: number }> {
  const period = inHours(periodOf(ctx, input))
  const counted = new Set<number>()
  const there = new Set<number>()
  await visitAll(ctx, input, 'flow', period, (id) => counted.add(id))
  await visitAll(ctx, input, 'online', period, (id) => there.add(id))
  return { known: counted.size, of: new Set([...there, ...counted]).size }
}
