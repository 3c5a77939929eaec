import { oncePerReport, type DeviceReport } from '../../devices/device-link.ts'
import type { Db } from '../../kernel/db.ts'
import type { LiveNews } from '../../kernel/event.ts'
import { defineSink } from '../../devices/ingest/ingest.ts'
import { shapeOf } from '../../devices/ingest/shape.ts'
import { flowsBy, invalidateFlow } from './flow.ts'
import { keyOf, nodeOf, type NodeReport, type LinkObservation, sightsOf, linkSource } from './observation-rules.ts'
import {
  bumpScenes,
  findOwn,
  findTeams,
  type FlowRow,
  saveFlows,
  saveNodes,
  saveObservations,
  type LinkReport,
} from './store.ts'

/** Maximum number of cached devices; far more than one process serves. */
const MOST = 500_000
/** Seconds for which a neighbour may be silent while its socket has carrier: its daemon restarts. */
const SILENT = 90
/** Seconds after which it is checked again whether a hardware address belongs to a managed device. */
const ASK_AGAIN = 300
const MOST_MACS = 400_000
/** Seconds after which a device's report is compared with the store again, independent of the cache. */
const ANEW = 600

interface LastObservations {
  scene_id: number
  written: number
  print: string
  nodePrint: string
  sights: Map<string, { sight: LinkObservation; seen: number }>
  /** Their sockets. */
  ports: ReadonlySet<string>
  /** Of the report from which the observations were computed, its time, and that of the last equal report. */
  shape: number
  worked: number
  heard: number
  /** The state of the known hardware addresses at that time. */
  known: number
  /** When the next silent neighbour is dropped. */
  lapse: number
}

const memories = new Map<number, LastObservations>()
/** Hardware addresses of devices, and their teams: another customer's device is a stranger in every scene. */
const own = new Map<string, number>()
/** The teams of scenes. */
const teams = new Map<number, number>()
const foreign = new Set<string>()
let request = 0
/** Incremented with every newly learned hardware address. */
let known = 0

/** A new connection: another process may have written meanwhile. */
export function invalidateObservations(device_id: number): void {
  memories.delete(device_id)
  invalidateFlow(device_id)
}

/** The reported links of devices. Nearly all reports contain no change and cost one cache look-up. */
export const sink = defineSink({
  name: 'topology.heard',
  order: 40,
  forget: invalidateObservations,
  async take(reports, db) {
    await recognise(reports, db)
    const reported = new Map<number, LinkReport>()
    const nodes = new Map<number, NodeReport & { device_id: number }>()
    const flows = new Map<number, FlowRow>()
    for (const report of reports) {
      if (report.scene_id === 0) continue
      const { device_id, at } = report
      const { sights, node } = changed(report)
      if (sights) reported.set(device_id, { device_id, at, sights })
      if (node) nodes.set(device_id, { device_id, ...node })
      const flow = dueFlow(report)
      if (flow) flows.set(device_id, flow)
    }
    const scenes = new Set<number>()
    if (reported.size) for (const scene of await saveObservations(db, [...reported.values()])) scenes.add(scene)
    if (nodes.size) for (const scene of await saveNodes(db, [...nodes.values()])) scenes.add(scene)
    if (flows.size) await saveFlows(db, [...flows.values()])
    if (scenes.size === 0) return
    await bumpScenes(db, [...scenes])
    return [...scenes].map((scene_id): LiveNews => ({ topic: 'topology', scene_id }))
  },
})

/** Looks new hardware addresses up in the store. */
async function recognise(reports: readonly DeviceReport[], db: Db): Promise<void> {
  const now = reports[reports.length - 1]?.at ?? 0
  if (now - request > ASK_AGAIN || own.size + foreign.size > MOST_MACS) {
    own.clear()
    teams.clear()
    foreign.clear()
    known++
    request = now
  }
  const unknown = new Set<string>()
  const scenes = new Set<number>()
  for (const { facts, scene_id } of reports) {
    if (scene_id === 0) continue
    if (!teams.has(scene_id)) scenes.add(scene_id)
    for (const { mac } of facts.terminals ?? []) if (!own.has(mac) && !foreign.has(mac)) unknown.add(mac)
  }
  if (scenes.size > 0) for (const { id, team_id } of await findTeams(db, [...scenes])) teams.set(id, team_id)
  if (unknown.size === 0) return
  const serials = [...unknown].map((mac) => mac.replaceAll(':', ''))
  const found = new Map((await findOwn(db, serials)).map(({ serial, team_id }) => [serial, team_id]))
  if (found.size > 0) known++
  for (const mac of unknown) {
    const team_id = found.get(mac.replaceAll(':', ''))
    if (team_id === undefined) foreign.add(mac)
    else own.set(mac, team_id)
  }
}

/** The answer for one report stays the same when its batch is retried. */
const changed = oncePerReport((report: DeviceReport): { sights?: LinkObservation[]; node?: NodeReport } => {
  const { device_id, scene_id, at, facts } = report
  const memory = memories.get(device_id)
  const before = memory?.scene_id === scene_id ? memory : undefined
  const shape = shapeOf(report)
  if (before && isSame(before, report, shape)) {
    before.heard = at
    return nothing
  }
  const wasShared = (port: string) => before?.sights.has(keyOf({ source: linkSource.shared, port, peer: '' })) ?? false
  const heard = sightsOf(facts, (mac) => isOf(scene_id, own.get(mac)), wasShared)
  const node = facts.interfaces ? nodeOf(facts) : undefined
  const nodePrint = node ? JSON.stringify(node) : (before?.nodePrint ?? '')
  const all = heard ? withSilent(report, heard, before) : (before?.sights ?? new Map())
  const print = heard
    ? [...all.values()]
        .map(({ sight }) => JSON.stringify(sight))
        .sort()
        .join('\n')
    : (before?.print ?? '')
  if (memories.size >= MOST) memories.clear()
  const due = heard !== undefined && (print !== before?.print || at - before.written > ANEW)
  memories.set(device_id, {
    scene_id,
    written: due ? at : (before?.written ?? at),
    print,
    nodePrint,
    sights: all,
    ports: new Set([...all.values()].flatMap(({ sight }) => sight.port || [])),
    // a report without links leaves the known ones unchanged
    ...(heard || !before
      ? { shape, worked: at, heard: at, known, lapse: lapseOf(all, at) }
      : { shape: before.shape, worked: before.worked, heard: before.heard, known: before.known, lapse: before.lapse }),
  })
  return {
    ...(due ? { sights: [...all.values()].map(({ sight }) => sight) } : {}),
    ...(node && nodePrint !== before?.nodePrint ? { node } : {}),
  }
})

const nothing = {}

const isOf = (scene_id: number, team_id: number | undefined) => team_id !== undefined && teams.get(scene_id) === team_id

/**
 * No change is possible: the report equals the previous one, no silent neighbour expires, and no periodic comparison is
 * due.
 */
const isSame = (before: LastObservations, { at, facts }: DeviceReport, shape: number): boolean =>
  before.shape === shape &&
  before.known === known &&
  at <= before.lapse &&
  at - before.written <= ANEW &&
  (facts.neighbours ?? facts.terminals ?? facts.wans) !== undefined

function lapseOf(sights: LastObservations['sights'], at: number): number {
  let lapse = Number.POSITIVE_INFINITY
  for (const { seen } of sights.values()) if (seen < at) lapse = Math.min(lapse, seen + SILENT)
  return lapse
}

/** A neighbour that is silent for a moment stays while the carrier is present. */
function withSilent(
  { at, facts }: DeviceReport,
  heard: readonly LinkObservation[],
  before: LastObservations | undefined,
): LastObservations['sights'] {
  const all: LastObservations['sights'] = new Map(heard.map((sight) => [keyOf(sight), { sight, seen: at }]))
  if (!before) return all
  const spoken = new Set(heard.map(({ source: how, port }) => `${how} ${port}`))
  const down = new Set((facts.interfaces ?? []).filter(({ up }) => !up).map(({ name }) => name))
  for (const [key, { sight, seen: reported }] of before.sights) {
    const seen = reported === before.worked ? before.heard : reported
    if (all.has(key) || sight.source !== linkSource.lldp || at - seen > SILENT) continue
    // another neighbour in its place, or no carrier: it is dropped
    if (spoken.has(`${sight.source} ${sight.port}`) || down.has(sight.port)) continue
    all.set(key, { sight, seen })
  }
  return all
}

const noPorts: ReadonlySet<string> = new Set()
const dueFlow = flowsBy((device_id) => memories.get(device_id)?.ports ?? noPorts)
