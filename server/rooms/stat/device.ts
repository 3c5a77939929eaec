import { deviceType } from '@belvedere/contract/rooms/device/enums.ts'
import {
  apCalls,
  deviceCalls,
  firewallCalls,
  gatewayCalls,
  routerCalls,
  switchCalls,
} from '@belvedere/contract/rooms/stat/device.ts'
import { type Ctx, type Handlers, implement } from '../../kernel/implement.ts'
import { type FigureInput, compared, curveOf, periodOf, ranked, round } from './answers.ts'
import { countBy, countByOn, countDevices, type DeviceCount, lastModelDay, listPresence } from './count/store.ts'
import { devicePieces } from './load/device-pieces.ts'
import { type LoadMeasure, rankDevices } from './load/store.ts'
import { percentOf, type TimePeriod } from './period.ts'
import { marksOf } from './store.ts'
import { inScope } from './scope/in-scope.ts'

const { id: type } = deviceType

/** Device types by the word in the addresses; soft routers are routers. */
const kinds = {
  gateway: [type.router, type.firewall, type.soft],
  router: [type.router, type.soft],
  firewall: [type.firewall],
  ap: [type.ap],
  switch: [type.switch],
  other: [type.other],
} as const satisfies Record<string, readonly number[]>
type DeviceRankKind = keyof typeof kinds

const common = { unknown: { zh: '未知', en: 'Unknown' } }

async function countOf(ctx: Ctx, input: FigureInput, kind: DeviceRankKind) {
  const rows = await countDevices(ctx, input)
  const now = summed(rows, kinds[kind])
  const curve = await curveOf(ctx, input, {
    unit: '',
    detail: 'coarse',
    read: (steps) => listPresence(ctx, input, kinds[kind], steps),
    series: { total: ({ total }) => round(total, 1), online: ({ online }) => round(online, 1) },
    total: () => now.total,
  })
  const known = curve.series.some(({ points }) => points.some(([, value]) => value !== null))
  const sum = (name: string) =>
    curve.series.find((one) => one.name === name)?.points.reduce((all, [, value]) => all + (value ?? 0), 0) ?? 0
  return {
    ...curve,
    ...now,
    offline: now.total - now.online - now.unknown,
    online_rate: known ? percentOf(sum('online'), sum('total')) : null,
  }
}

async function shareOf(
  ctx: Ctx,
  input: FigureInput & { limit?: number },
  kind: DeviceRankKind,
  what: 'model' | 'firmware',
) {
  const period = periodOf(ctx, input)
  const { rows, at } = await sharesAt(ctx, input, kind, what, period)
  const earlier = compared(input, period)
  const past = earlier && (await sharesAt(ctx, input, kind, what, earlier))
  const total = rows.reduce((sum, { value }) => sum + value, 0)
  const list = rows
    .slice(0, input.limit)
    .map(({ name, value }) => ({ id: name, name: name || common.unknown[ctx.lang], value }))
  const before = past && new Map(past.rows.map(({ name, value }) => [name, value]))
  return { ...period, unit: '', total, list: ranked(list, total, before), at, ...(at === null && notYet(ctx)) }
}

const DAY = 86_400

/** Devices at the end of the period: current ones, or those stored for its last days. */
async function sharesAt(
  ctx: Ctx,
  scope: FigureInput,
  kind: DeviceRankKind,
  what: 'model' | 'firmware',
  { from, to }: TimePeriod,
) {
  const now = ctx.now()
  const dayOf = (ts: number) => Math.floor(ts / DAY) * DAY
  if (to > dayOf(now)) return { rows: await countBy(ctx, scope, what, kinds[kind]), at: now }
  const day = await lastModelDay(ctx, dayOf(from), dayOf(to - 1))
  if (day === null) return { rows: [], at: null }
  return { rows: await countByOn(ctx, scope, what, kinds[kind], day), at: Math.min(day + DAY, to) }
}

const handlersOf = (kind: DeviceRankKind) => ({
  count: (ctx: Ctx, input: FigureInput) => countOf(ctx, input, kind),
  model: (ctx: Ctx, input: FigureInput) => shareOf(ctx, input, kind, 'model'),
  sversion: (ctx: Ctx, input: FigureInput) => shareOf(ctx, input, kind, 'firmware'),
})

export const routers = implement(routerCalls, inScope(handlersOf('router')))
export const firewalls = implement(firewallCalls, inScope(handlersOf('firewall')))
export const aps = implement(apCalls, inScope(handlersOf('ap')))
export const gateways = implement(gatewayCalls, inScope({ count: handlersOf('gateway').count }))
export const switches = implement(switchCalls, inScope(handlersOf('switch')))

const answers: Handlers<typeof deviceCalls> = {
  async count(ctx, input) {
    const rows = await countDevices(ctx, input)
    const of = (kind: DeviceRankKind) => summed(rows, kinds[kind])
    return {
      ...summed(rows),
      router: summed(rows, [type.router]),
      soft: summed(rows, [type.soft]),
      firewall: of('firewall'),
      ap: of('ap'),
      switch: of('switch'),
      other: of('other'),
    }
  },
  async rank(ctx, input) {
    const { by = 'traffic', kind, limit = 10 } = input
    const reported = await marksOf(ctx.db)
    const pieces = devicePieces(periodOf(ctx, input), reported)
    const [first, last] = [pieces[0], pieces.at(-1)]
    if (!first || !last) return { ...periodOf(ctx, input), unit: units[by], total: 0, list: [], ...notYet(ctx) }
    const period = { from: first.from, to: last.to }
    const types = kind && kinds[kind]
    const rows = await rankDevices(ctx, input, by, types, pieces, limit)
    const ids = rows.map(({ id }) => id)
    const earlier = compared(input, period)
    const past = earlier && (await rankDevices(ctx, input, by, types, devicePieces(earlier, reported), limit, ids))
    const total = rows[0]?.total ?? 0
    const list = rows.map(({ total: _, ...row }) => ({ ...row, value: round(row.value, by === 'traffic' ? 0 : 1) }))
    const before = past && new Map(past.map(({ id, value }) => [id, value]))
    return { ...period, unit: units[by], total: round(total, 1), list: ranked(list, total, before) }
  },
}

export const calls = implement(deviceCalls, inScope(answers))

const units = { traffic: 'B', cpu: '%', mem: '%', temp: '℃', terminals: '' } as const satisfies Record<
  LoadMeasure,
  string
>
const notYet = ({ lang }: Ctx) => ({
  reason: { zh: '该时段还没有数据', en: 'No data for this period yet' }[lang],
})

function summed(rows: readonly DeviceCount[], types?: readonly number[]) {
  const ours = rows.filter((row) => !types || types.includes(row.type))
  return {
    total: ours.reduce((sum, { total }) => sum + total, 0),
    online: ours.reduce((sum, { online }) => sum + online, 0),
    unknown: ours.reduce((sum, { unknown }) => sum + unknown, 0),
  }
}
