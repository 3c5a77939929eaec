import { linkState, nodeKind, nodeStatus } from '@belvedere/contract/rooms/topology/enums.ts'
import type { topologyCalls } from '@belvedere/contract/rooms/topology/topology.ts'
import type { Out } from '@belvedere/contract/kit/define-calls.ts'
import type { TopologyGraph, GraphEdge, GraphNode } from './graph-rules.ts'
import type { parentsOf } from './path-rules.ts'

type DrawnTopology = Out<typeof topologyCalls.get>
export type DrawnNode = DrawnTopology['nodes'][number]
export type DrawnEdge = DrawnTopology['edges'][number]

/** `[up, Mbit/s, bit/s in, bit/s out, lost of a million packets]`; null: not known. */
type PortFlowTuple = readonly [0 | 1, number | null, number | null, number | null, number | null]

/** The state of a device at the drawn time. */
export interface DeviceNow {
  id: number
  sn: string
  type: 0 | 1 | 2 | 3 | 4 | 7
  name: string
  model: string
  mac: string | null
  ip: string | null
  online: boolean
  /** The gateway of the device was lost; absent: for the past. */
  unknown?: boolean
  since: number
  cpu: number | null
  mem: number | null
  terminals: number | null
  ssids: readonly string[]
  alarm: 1 | 2 | 3 | null
  firmware: string
  radios: readonly DrawnNode['radios'][number][]
  config: DrawnNode['config']
  /** It was removed since. */
  removed: boolean
  flows: Readonly<Record<string, PortFlowTuple>> | null
}

type Fold = DrawnNode['folds'][number] & { device_id: number }

export interface DrawInput {
  graph: TopologyGraph & { parents: ReturnType<typeof parentsOf> }
  devices: readonly DeviceNow[]
  /** Absent: for a time when terminals were only counted. */
  folds?: readonly Fold[]
  places: ReadonlyMap<string, { x: number; y: number }>
}

const percent = (tenths: number | null) => (tenths === null ? null : tenths / 10)
const kinds = {
  device: nodeKind.id.device,
  neighbour: nodeKind.id.neighbour,
  hop: nodeKind.id.hop,
  internet: nodeKind.id.internet,
}

/** The nodes and edges of the answer. Devices that were removed since the graph was cached are left out. */
export function drawingOf({ graph, devices, folds, places }: DrawInput): Pick<DrawnTopology, 'nodes' | 'edges'> {
  const byId = new Map(devices.map((one) => [one.id, one]))
  const hopped = foldsByNode(graph, folds ?? [])
  const there = [...graph.nodes.values()].filter(({ kind, device_id }) => kind === 'internet' || byId.has(device_id))
  const nodes = there.map((node) => {
    const device = node.kind === 'device' ? byId.get(node.device_id) : undefined
    const own = hopped.get(node.key) ?? []
    const reported = device ? deviceNode(device, folds ? own : undefined) : otherNode(node, own, folds !== undefined)
    const { x = null, y = null } = places.get(node.key) ?? {}
    return {
      ...reported,
      id: node.key,
      kind: kinds[node.kind],
      parent: graph.parents.get(node.key)?.parent ?? null,
      x,
      y,
    }
  })
  const status = new Map(nodes.map((node) => [node.id, node.status]))
  const edges = graph.edges
    .filter(({ from, to }) => status.has(from) && status.has(to))
    .map((edge) => edgeOf(edge, byId, status))
  return { nodes: withInternet(nodes, edges), edges: onceEach(edges) }
}

function deviceNode(
  device: DeviceNow,
  folds: readonly Fold[] | undefined,
): Omit<DrawnNode, 'id' | 'kind' | 'parent' | 'x' | 'y'> {
  const { id, sn, type, name, model, mac, ip, online, since, cpu, mem, terminals, ssids, alarm } = device
  const { firmware, radios, config, removed } = device
  return {
    device_id: id,
    sn,
    type,
    name: name || sn,
    model,
    ip,
    mac,
    since,
    ssids: [...ssids],
    alarm,
    firmware,
    radios: [...radios],
    config,
    removed: removed ? 1 : 0,
    status: statusOf(device),
    terminals: folds ? folds.reduce((sum, { n }) => sum + n, 0) : terminals,
    folds: (folds ?? []).map(bare),
    cpu: online ? percent(cpu) : null,
    mem: online ? percent(mem) : null,
  }
}

function statusOf({ online, unknown }: DeviceNow) {
  if (unknown) return nodeStatus.id.unknown
  return online ? nodeStatus.id.online : nodeStatus.id.offline
}

const bare = ({ port, ssid, vlan, link, n }: Fold) => ({ port, ssid, vlan, link, n })

function otherNode(
  { kind, name, mac, detail, missing, since, device_id }: GraphNode,
  folds: readonly Fold[],
  counted: boolean,
): Omit<DrawnNode, 'id' | 'kind' | 'parent' | 'x' | 'y'> {
  return {
    device_id: kind === 'hop' ? device_id : null,
    sn: '',
    type: null,
    name,
    model: detail,
    ip: null,
    mac: mac || null,
    since,
    ssids: [],
    alarm: null,
    firmware: '',
    radios: [],
    config: null,
    removed: 0,
    cpu: null,
    mem: null,
    status: missing ? nodeStatus.id.missing : nodeStatus.id.online,
    terminals: kind === 'hop' && counted ? folds.reduce((sum, { n }) => sum + n, 0) : null,
    folds: folds.map(bare),
  }
}

/** Terminals behind an inferred switch belong to it. */
function foldsByNode(graph: TopologyGraph, folds: readonly Fold[]): Map<string, Fold[]> {
  return Map.groupBy(folds, ({ device_id, port }) => {
    const hop = `h${device_id}:${port}`
    return graph.nodes.has(hop) ? hop : `d${device_id}`
  })
}

function edgeOf(edge: GraphEdge, byId: ReadonlyMap<number, DeviceNow>, status: ReadonlyMap<string, number>): DrawnEdge {
  const { from, to, from_port, to_port, kind, sure, present, since, until } = edge
  const near = flowAt(byId, from, from_port)
  const far = flowAt(byId, to, to_port)
  const measured = near ?? far
  const [, speed, rx, tx, loss] = measured?.flow ?? [1, null, null, null, null]
  const away = [from, to].some((key) => status.get(key) === nodeStatus.id.offline)
  // one end that reports a lost carrier is enough: the other may be without power, and reports nothing any more
  const dark = [near, far].some((end) => end?.flow[0] === 0)
  const state = away || dark ? linkState.id.down : present ? linkState.id.up : linkState.id.missing
  const alive = state === linkState.id.up
  return {
    id: `${from}:${from_port}~${to}:${to_port}`,
    from,
    to,
    from_port,
    to_port,
    kind: kind as DrawnEdge['kind'],
    state,
    sure: sure ? 1 : 0,
    speed,
    loss: alive ? loss : null,
    rx_bps: alive ? (near ? rx : tx) : null,
    tx_bps: alive ? (near ? tx : rx) : null,
    since: until ?? since,
    measured: measured ? { device_id: measured.device_id, port: measured.port } : null,
  }
}

function flowAt(byId: ReadonlyMap<number, DeviceNow>, key: string, port: string) {
  if (!key.startsWith('d') || port === '') return undefined
  const device = byId.get(Number(key.slice(1)))
  const flow = device?.flows?.[port]
  return device && flow ? { device_id: device.id, port, flow } : undefined
}

/** The internet is unreachable when no line leads there. */
function withInternet(nodes: DrawnNode[], edges: readonly DrawnEdge[]): DrawnNode[] {
  const lines = edges.filter(({ from }) => from === 'i')
  const away = lines.every(({ state }) => state !== linkState.id.up)
  return nodes.map((node) => (node.id === 'i' && away ? { ...node, status: nodeStatus.id.offline } : node))
}

/** Two links that cannot be distinguished are numbered. */
function onceEach(edges: readonly DrawnEdge[]): DrawnEdge[] {
  const seen = new Map<string, number>()
  return edges.map((edge) => {
    const n = (seen.get(edge.id) ?? 0) + 1
    seen.set(edge.id, n)
    return n === 1 ? edge : { ...edge, id: `${edge.id}#${n}` }
  })
}

/** Rates of sockets from a sample: `traffic` as stored by telemetry, `names` its interfaces. */
export function flowsOfSample(
  names: readonly string[] | null,
  traffic: readonly (number | null)[] | null,
): Record<string, PortFlowTuple> | null {
  const span = traffic?.[0] ?? 0
  if (!names || !traffic || span <= 0) return null
  const rate = (octets: number | null | undefined) =>
    octets === null || octets === undefined ? null : Math.round((octets * 8) / span)
  return Object.fromEntries(
    names.map((name, at): [string, PortFlowTuple] => [
      name,
      [1, null, rate(traffic[3 + 2 * at]), rate(traffic[4 + 2 * at]), null],
    ]),
  )
}
