import type { Enum } from '@belvedere/contract/kit/define-enum.ts'
import { terminalCompany, terminalDuration, terminalOs } from '@belvedere/contract/rooms/stat/enums.ts'
import { terminalCalls } from '@belvedere/contract/rooms/stat/terminal.ts'
import { terminalLink } from '@belvedere/contract/rooms/device/terminal/enums.ts'
import { type Ctx, type Handlers, implement } from '../../kernel/implement.ts'
import { type FigureInput, curveOf, periodOf, ranked, round } from './answers.ts'
import { secondsOf, type PeriodSteps } from './period.ts'
import { countKnown, countTerminals, rankTerminals } from './terminals/figures.ts'
import { listLinks } from './terminals/present-store.ts'
import { companyOf, osOf } from './terminals/snapshot.ts'
import { weekOf } from './week.ts'
import { type UsePoint, listHours, listUse } from './use/store.ts'
import { inScope } from './scope/in-scope.ts'

type Links = Pick<UsePoint, 'ts' | 'wired' | 'band2' | 'band5' | 'band6'>
const links = ['wired', 'band2', 'band5', 'band6'] as const
type TerminalLink = (typeof links)[number]

/** Upper bounds of the durations of `terminalDuration`, seconds. */
const durations = [300, 1800, 3600, 7200, 14_400, 28_800, 86_400, Number.POSITIVE_INFINITY]

const answers: Handlers<typeof terminalCalls> = {
  async flow(ctx, input) {
    const { total, list, ...period } = await rankTerminals(ctx, input, 'flow')
    const octets = list.map((row) => ({ ...row, value: row.value * 1024 }))
    return { ...period, unit: 'B', total: total * 1024, list: octets, ...(await countKnown(ctx, input)) }
  },
  async longest(ctx, input) {
    return { ...(await rankTerminals(ctx, input, 'online')), unit: 's' }
  },
  async online(ctx, input) {
    const shown = links.filter(
      (_, at) => input.link === undefined || input.link === terminalLink.id.all || input.link === at,
    )
    const period = periodOf(ctx, input)
    const until = toldUntil(ctx)
    const sum = (row: Links) => shown.reduce((all, name) => all + row[name], 0)
    let peak: number | null = null
    const curve = await curveOf<Links>(ctx, input, {
      unit: '',
      until,
      async read(steps) {
        const seconds = secondsOf[steps.level]
        // at the finest resolution: the peak of a step is more than its mean
        const all = await listUse(ctx, input, 'terminals', { ...steps, step: seconds, origin: 0 })
        // the last minutes are known only in part, without the seconds for a mean
        const rows = all.filter(({ ts }) => ts < until)
        if (steps.to > period.from && rows.length > 0) peak = Math.max(...rows.map((row) => sum(row) / seconds))
        return inSteps(rows, steps)
      },
      series: Object.fromEntries(
        shown.map((name) => [name, (row: Links, seconds: number) => round(row[name] / seconds, 1)]),
      ),
      total: (rows, seconds) => round(rows.reduce((all, row) => all + sum(row), 0) / seconds, 1),
    })
    return { ...curve, peak: peak === null ? null : round(peak, 1), now: await countNow(ctx, input, shown) }
  },
  async access(ctx, input) {
    const [curve, { list }] = await Promise.all([
      curveOf<Pick<UsePoint, 'ts' | 'access' | 'fresh'>>(ctx, input, {
        unit: '',
        until: toldUntil(ctx),
        read: (steps) => listUse(ctx, input, 'access', steps),
        series: { access: ({ access }) => access, fresh: ({ fresh }) => fresh },
        total: (rows) => rows.reduce((sum, { access }) => sum + access, 0),
      }),
      rankTerminals(ctx, input, 'access'),
    ])
    return { ...curve, list }
  },
  company: (ctx, input) => shared(ctx, input, terminalCompany, companyOf),
  os: (ctx, input) => shared(ctx, input, terminalOs, osOf),
  duration: (ctx, input) =>
    shared(ctx, input, terminalDuration, (_, seconds) => durations.findIndex((end) => seconds <= end)),
  async period(ctx, input) {
    const { from, to } = periodOf(ctx, input)
    const begin = Math.floor(from / HOUR) * HOUR
    return {
      from: begin,
      to,
      unit: '',
      ...weekOf(await listHours(ctx, input, begin, to), Math.min(to, toldUntil(ctx))),
    }
  },
}

export const calls = implement(terminalCalls, inScope(answers))

const HOUR = 3600

/** Rows of a finer roll-up in the steps of a curve. */
function inSteps(rows: readonly Links[], { step, origin }: PeriodSteps): Links[] {
  const steps = new Map<number, Links>()
  for (const row of rows) {
    const ts = Math.floor((row.ts - origin) / step) * step + origin
    const sum = steps.get(ts) ?? { ts, wired: 0, band2: 0, band5: 0, band6: 0 }
    for (const link of links) sum[link] += row[link]
    steps.set(ts, sum)
  }
  return [...steps.values()]
}

/** All values of an enumeration in order, with the number of terminals of each. */
async function shared(
  ctx: Ctx,
  input: FigureInput,
  values: Enum<string, number>,
  of: (kind: number, seconds: number) => number,
) {
  const { period, counts, before } = await countTerminals(ctx, input, of)
  const total = [...counts.values()].reduce((sum, value) => sum + value, 0)
  const list = values.ids.map((id) => ({ id, name: values.label(id, ctx.lang), value: counts.get(id) ?? 0 }))
  return { ...period, unit: '', total, list: ranked(list, total, before) }
}

async function countNow(ctx: Ctx, input: FigureInput, shown: readonly TerminalLink[]): Promise<number> {
  const rows = await listLinks(ctx, input)
  return rows.reduce((sum, { link, online }) => sum + (shown.includes(links[link]) ? online : 0), 0)
}

/** The usage of terminals is stored for five minutes, with the next report. */
const toldUntil = (ctx: Ctx): number => Math.floor((ctx.now() - LATE) / FINE) * FINE

const FINE = 300
/** Seconds after which the events of five minutes are known. */
const LATE = 90
