import { trafficCalls } from '@belvedere/contract/rooms/stat/traffic.ts'
import { appCategories, findApplication } from '@belvedere/pure/network/applications.ts'
import { type Ctx, type Handlers, implement } from '../../kernel/implement.ts'
import { compared, curveOf, periodOf, ranked } from './answers.ts'
import { piecesOf } from './period.ts'
import { type AppTraffic, countTelling, listUse, trafficByApp, trafficByScene, type UsePoint } from './use/store.ts'
import { inScope } from './scope/in-scope.ts'

const sumOf = (rows: readonly { rx: number; tx: number }[]) => rows.reduce((sum, { rx, tx }) => sum + rx + tx, 0)

const answers: Handlers<typeof trafficCalls> = {
  used: (ctx, input) =>
    curveOf<Pick<UsePoint, 'ts' | 'rx' | 'tx'>>(ctx, input, {
      unit: 'B',
      read: (steps) => listUse(ctx, input, 'traffic', steps),
      series: { rx: ({ rx }) => rx, tx: ({ tx }) => tx },
      total: sumOf,
    }),
  async rank(ctx, input) {
    const period = periodOf(ctx, input)
    const earlier = compared(input, period)
    const rows = await trafficByScene(ctx, input, piecesOf(period, ctx.now()))
    const past = earlier && (await trafficByScene(ctx, input, piecesOf(earlier, ctx.now())))
    const total = sumOf(rows)
    const top = rows
      .map((row) => ({ ...row, id: row.scene_id, name: row.scene_name, value: row.rx + row.tx }))
      .filter(({ value }) => value > 0)
      .sort((a, b) => b.value - a.value || a.id - b.id)
      .slice(0, input.limit)
    const before = past && new Map(past.map(({ scene_id, rx, tx }) => [scene_id, rx + tx]))
    return { ...period, unit: 'B', total, list: ranked(top, total, before) }
  },
  async app(ctx, input) {
    const period = periodOf(ctx, input)
    const earlier = compared(input, period)
    const rows = await trafficByApp(ctx, input, piecesOf(period, ctx.now()))
    const past = earlier && (await trafficByApp(ctx, input, piecesOf(earlier, ctx.now())))
    const { gateways, telling } = await countTelling(ctx, input)
    const total = sumOf(rows)
    const all = sumOf(await trafficByScene(ctx, input, piecesOf(period, ctx.now())))
    const top = rows.slice(0, input.limit).map((row) => named(ctx, row))
    const before = past && new Map(past.map(({ app, rx, tx }) => [app, rx + tx]))
    return {
      ...period,
      unit: 'B',
      total,
      list: ranked(top, total, before),
      simulated: Number(rows.some(({ simulated }) => simulated)) as 0 | 1,
      gateways,
      telling,
      // they are sampled at other times
      of: Math.max(all, total),
      ...(top.length === 0 && { reason: whyNoApps(ctx, gateways, telling) }),
    }
  },
}

export const calls = implement(trafficCalls, inScope(answers))

function named({ lang }: Ctx, { app, rx, tx }: AppTraffic) {
  const known = findApplication(app)
  const category = appCategories[known?.category ?? 'network'][lang]
  return { id: app, name: known?.[lang] ?? app, category, value: rx + tx, rx, tx }
}

function whyNoApps(ctx: Ctx, gateways: number, telling: number): string {
  if (telling > 0) return { zh: '该时段内设备没有上报应用流量', en: 'No device reported any in this period' }[ctx.lang]
  return gateways > 0
    ? { zh: '这些网关无法识别应用', en: 'These gateways cannot distinguish applications' }[ctx.lang]
    : { zh: '没有网关，其他设备看不到应用', en: 'There is no gateway, and no other device sees applications' }[ctx.lang]
}
