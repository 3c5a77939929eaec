import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import { topologyErrors as errors } from '@belvedere/contract/rooms/topology/errors.ts'
import { topologyCalls } from '@belvedere/contract/rooms/topology/topology.ts'
import { implement } from '../../kernel/implement.ts'
import { refuse } from '../../kernel/refuse.ts'
import { scanOf } from '../monitor/api.ts'
import { terminalsAmong } from '../terminal/api.ts'
import { topologyChanged } from './changed.events.ts'
import { countGone, findSsids, holdLayout, listFlow, listHappened, putLayout, putPlaces } from './draw-store.ts'
import { drawAt, drawNow } from './drawing.ts'
import { placesOf } from './topology.undo.ts'

/** Maximum number of changes in one answer, and of parts of a period. */
const MOST = 500
const PARTS = 120
const DAY = 86_400
/** Of wireless networks, as in the contract. */
const FOUND = 8

export const calls = implement(topologyCalls, {
  get(ctx, { scene_id, at, since }) {
    return at === undefined || at >= ctx.now() ? drawNow(ctx, scene_id, since) : drawAt(ctx, scene_id, at)
  },
  async place(ctx, { scene_id, places }) {
    const layout = await holdLayout(ctx, scene_id)
    if (layout?.locked) throw refuse(errors.layoutLocked)
    const wanted = places.map(({ id, x, y }) => ({ node: id, x, y }))
    const before = await placesOf(
      ctx,
      scene_id,
      wanted.map(({ node }) => node),
    )
    await putLayout(ctx, scene_id, { arranged: true, by: ctx.session?.account ?? '', now: ctx.now() })
    await putPlaces(ctx, scene_id, wanted)
    const after = Object.fromEntries(wanted.map(({ node, x, y }) => [node, `${x},${y}`]))
    ctx.audit({ object: `topology:${scene_id}`, scene_id, before: { places: before }, after: { places: after } })
    ctx.emit(topologyChanged, { scene_ids: [scene_id] })
    return {}
  },
  async lock(ctx, { scene_id, locked }) {
    const layout = await holdLayout(ctx, scene_id)
    await putLayout(ctx, scene_id, { locked: locked === 1, by: ctx.session?.account ?? '', now: ctx.now() })
    ctx.audit({
      object: `topology:${scene_id}`,
      scene_id,
      before: { locked: layout?.locked ?? false },
      after: { locked: locked === 1 },
    })
    ctx.emit(topologyChanged, { scene_ids: [scene_id] })
    return {}
  },
  async past(ctx, { scene_id, from, to }) {
    if (from >= to) throw refuse(commonErrors.badInput)
    const [list, gone] = await Promise.all([
      listHappened(ctx, scene_id, from, to, MOST),
      countGone(ctx, scene_id, from, to, PARTS),
    ])
    const marks = Array.from({ length: PARTS }, () => 0)
    for (const { part, n } of gone) marks[part] = n
    return { from, to, list, marks }
  },
  async flow(ctx, { scene_id, device_id, port, ...input }) {
    const to = Math.min(input.to || ctx.now(), ctx.now())
    const from = Math.max(input.from ?? to - DAY, to - ctx.system.config.retention * DAY)
    if (from >= to) throw refuse(commonErrors.badInput)
    const step = Math.max(60, Math.ceil((to - from) / 360 / 60) * 60)
    const rows = await listFlow(ctx, { scene_id, device_id, port, from, to, step })
    return { from, to, step, points: pointsOf(rows, step) }
  },
  async ssid(ctx, { search }) {
    return { list: search.trim() ? await findSsids(ctx, search, FOUND) : [] }
  },
  async scan(ctx, { scene_id, subnet }) {
    const { from, subnets, list } = await scanOf(ctx, scene_id, subnet)
    const terminals = await terminalsAmong(ctx, scene_id, list)
    return {
      from,
      subnets,
      list: list.map(({ ip, mac, vendor, known }) => ({
        ip,
        mac,
        vendor,
        known,
        terminal: !known && terminals({ ip, mac }) ? (1 as const) : (0 as const),
      })),
    }
  },
})

/** Where nothing was reported the line is interrupted. */
function pointsOf(rows: readonly { ts: number; span: number; rx: number; tx: number }[], step: number) {
  const bps = (octets: number, span: number) => (span > 0 ? Math.round((octets * 8) / span) : null)
  return rows.flatMap(({ ts, span, rx, tx }, at): [number, number | null, number | null][] => {
    const last = rows[at - 1]?.ts
    const gap = last !== undefined && ts - last > Math.max(3 * step, 360)
    return [...(gap ? [[last + step, null, null] as [number, null, null]] : []), [ts, bps(rx, span), bps(tx, span)]]
  })
}
