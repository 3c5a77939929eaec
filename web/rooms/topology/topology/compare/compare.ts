import { linkKind, linkState, nodeStatus } from '@belvedere/contract/rooms/topology/enums.ts'
import {
  isUp,
  nameOf,
  type TopologyEdge,
  type TopologyNetwork,
  type TopologyNode,
  portsOf,
  radioText,
} from '../network.ts'

/** Type of a difference. */
export type Otherwise = 'came' | 'went' | 'worse' | 'better' | 'moved'

export interface Difference {
  /** Id of the node or the edge. */
  id: string
  what:
    | 'came'
    | 'went'
    | 'offline'
    | 'online'
    | 'rehung'
    | 'linked'
    | 'unlinked'
    | 'linkDown'
    | 'linkUp'
    | 'alarmed'
    | 'calmed'
    | 'renamed'
    | 'upgraded'
    | 'retuned'
    | 'configured'
  tone: Otherwise
  name: string
  /** Old and new uplink; ports of a link; level of an alarm. */
  before: string
  after: string
}

/** Differences of a device that do not imply differences of its links. */
const beside = new Set<Difference['what']>(['alarmed', 'calmed', 'renamed', 'upgraded', 'retuned', 'configured'])

const isHere = ({ status }: TopologyNode) => status === nodeStatus.id.online
const byName = (one: Difference, other: Difference) => one.name.localeCompare(other.name, undefined, { numeric: true })

/** Differences of a network at a later time, most severe first; consequences of a device's difference are omitted. */
export function differencesOf(before: TopologyNetwork, after: TopologyNetwork): Difference[] {
  const [then, now] = [byId(before.nodes), byId(after.nodes)]
  const nodes = [...new Set([...then.keys(), ...now.keys()])].flatMap((id) => nodeDifferences(then, now, id))
  const told = new Set(nodes.filter(({ what }) => !beside.has(what)).map(({ id }) => id))
  const edges = edgeDifferences(before, after).filter(
    ({ edge: { from, to } }) => !told.has(from) && !told.has(to) && (now.has(from) || then.has(from)),
  )
  const all = [...nodes, ...edges.map(({ difference }) => difference)]
  return ranks.flatMap((tone) => all.filter((one) => one.tone === tone).sort(byName))
}

const ranks: readonly Otherwise[] = ['worse', 'went', 'moved', 'came', 'better']
const byId = <T extends { id: string }>(list: readonly T[]) => new Map(list.map((one) => [one.id, one]))

function nodeDifferences(
  then: ReadonlyMap<string, TopologyNode>,
  now: ReadonlyMap<string, TopologyNode>,
  id: string,
): Difference[] {
  const [was, is] = [then.get(id), now.get(id)]
  const name = nameOf((is ?? was) as TopologyNode)
  const tell = (what: Difference['what'], tone: Otherwise, before = '', after = ''): Difference[] => [
    { id, what, tone, name, before, after },
  ]
  if (!was) return tell('came', 'came')
  if (!is) return tell('went', 'went')
  if (isHere(was) && !isHere(is)) return tell('offline', 'worse')
  if (!isHere(was) && isHere(is)) return tell('online', 'better')
  const [above, below] = [was.parent ?? '', is.parent ?? '']
  const nodeName = (of: ReadonlyMap<string, TopologyNode>, key: string) => {
    const node = of.get(key)
    return node ? nameOf(node) : ''
  }
  const rehung =
    above !== below && above !== '' && below !== ''
      ? tell('rehung', 'moved', nodeName(then, above), nodeName(now, below))
      : []
  const [mild, grave] = [was.alarm ?? 9, is.alarm ?? 9]
  const alarm =
    grave < mild
      ? tell('alarmed', 'worse', was.alarm ? `${was.alarm}` : '', `${is.alarm}`)
      : grave > mild
        ? tell('calmed', 'better', `${was.alarm}`, is.alarm ? `${is.alarm}` : '')
        : []
  return [...rehung, ...alarm, ...settingsOf(was, is, tell)]
}

/** Changes by a user or an upgrade. Values without history are no difference. */
function settingsOf(
  was: TopologyNode,
  is: TopologyNode,
  tell: (what: Difference['what'], tone: Otherwise, before?: string, after?: string) => Difference[],
): Difference[] {
  const radios = ({ radios: list }: TopologyNode) => list.map(radioText).join(', ')
  const uuid = ({ config }: TopologyNode) => (config ? String(config.uuid) : '')
  const [renamed, before, after] = [nameOf(was) !== nameOf(is), radios(was), radios(is)]
  return [
    ...(renamed ? tell('renamed', 'moved', nameOf(was), nameOf(is)) : []),
    ...(was.firmware && is.firmware && was.firmware !== is.firmware
      ? tell('upgraded', 'moved', was.firmware, is.firmware)
      : []),
    ...(before && after && before !== after ? tell('retuned', 'moved', before, after) : []),
    ...(uuid(is) && uuid(was) !== uuid(is) ? tell('configured', 'moved', uuid(was), uuid(is)) : []),
  ]
}

function edgeDifferences(
  before: TopologyNetwork,
  after: TopologyNetwork,
): { edge: TopologyEdge; difference: Difference }[] {
  const [then, now] = [byId(before.edges), byId(after.edges)]
  const names = byId([...before.nodes, ...after.nodes])
  const nameAt = (key: string) => {
    const node = names.get(key)
    return node ? nameOf(node) : key
  }
  const there = (edge: TopologyEdge | undefined) => edge !== undefined && edge.state !== linkState.id.missing
  return [...new Set([...then.keys(), ...now.keys()])].flatMap((id) => {
    const [was, is] = [then.get(id), now.get(id)]
    const edge = (is ?? was) as TopologyEdge
    const what = !there(was)
      ? there(is)
        ? 'linked'
        : undefined
      : !is || !there(is)
        ? 'unlinked'
        : isUp(was as TopologyEdge) === isUp(is)
          ? undefined
          : isUp(is)
            ? 'linkUp'
            : 'linkDown'
    if (!what) return []
    const tone = ({ linked: 'came', unlinked: 'went', linkUp: 'better', linkDown: 'worse' } as const)[what]
    const name = `${nameAt(edge.from)} – ${nameAt(edge.to)}`
    const ports = edge.kind === linkKind.id.wired ? portsOf(edge) : ''
    return [{ edge, difference: { id, what, tone, name, before: '', after: ports } }]
  })
}

/** Removed objects, drawn at their former positions. */
export function ghostsOf(before: TopologyNetwork, after: TopologyNetwork): Pick<TopologyNetwork, 'nodes' | 'edges'> {
  const [nodes, edges] = [byId(after.nodes), byId(after.edges)]
  return {
    nodes: before.nodes
      .filter(({ id }) => !nodes.has(id))
      .map((node) => ({ ...node, status: nodeStatus.id.missing, alarm: null })),
    edges: before.edges.filter(({ id }) => !edges.has(id)).map((edge) => ({ ...edge, state: linkState.id.missing })),
  }
}
