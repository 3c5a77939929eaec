import { linkState, nodeKind, nodeStatus } from '@belvedere/contract/rooms/topology/enums.ts'
import type { topologyCalls } from '@belvedere/contract/rooms/topology/topology.ts'
import type { AnswerOf } from '../../../kit/calls/call.ts'
import { say, type Words } from '../../../kit/words/words.ts'

export type TopologyNetwork = AnswerOf<typeof topologyCalls.get>
export type TopologyNode = TopologyNetwork['nodes'][number]
export type TopologyEdge = TopologyNetwork['edges'][number]

export interface CanvasPoint {
  x: number
  y: number
}

/** A node with a position. */
export type PlacedNode = TopologyNode & CanvasPoint

export const isPlaced = (node: TopologyNode): node is PlacedNode => node.x !== null && node.y !== null

/** The network with the differences of a response; unchanged parts stay the same objects. */
export function withChanges(held: TopologyNetwork, answer: TopologyNetwork): TopologyNetwork {
  if (answer.whole === 1) return answer
  const { nodes, edges, gone } = answer
  return { ...answer, nodes: replaced(held.nodes, nodes, gone.nodes), edges: replaced(held.edges, edges, gone.edges) }
}

function replaced<T extends { id: string }>(held: T[], changed: readonly T[], gone: readonly string[]): T[] {
  if (changed.length === 0 && gone.length === 0) return held
  const all = new Map(held.map((one) => [one.id, one]))
  for (const one of changed) all.set(one.id, one)
  for (const id of gone) all.delete(id)
  return [...all.values()]
}

/** Display name of a node. */
export function nameOf(node: Pick<TopologyNode, 'kind' | 'name' | 'sn'>): string {
  if (node.kind === nodeKind.id.internet) return say({ zh: '互联网', en: 'Internet' })
  if (node.kind === nodeKind.id.hop) return say({ zh: '非管理交换机', en: 'Unmanaged switch' })
  return node.name || node.sn
}

/** The line below the name: an abnormal state, else the number of terminals or the IP address. */
export function noteOf(node: TopologyNode): string {
  if (node.status === nodeStatus.id.offline) return say({ zh: '离线', en: 'Offline' })
  if (node.status === nodeStatus.id.missing) return say({ zh: '已消失', en: 'Missing' })
  if (node.status === nodeStatus.id.unknown) return say({ zh: '未知', en: 'Unknown' })
  if (node.terminals) return `+${node.terminals}`
  if (node.kind === nodeKind.id.neighbour) return say({ zh: '非平台设备', en: 'Unmanaged' })
  return node.ip ?? ''
}

/** A radio with its settings: `5G · ch 36 · 80 MHz · 20 dBm`. */
export function radioText({ band, channel, width, power }: TopologyNode['radios'][number]): string {
  const set = say({ zh: '信道 {channel}', en: 'ch {channel}' }, { channel })
  return [band, set, `${width} MHz`, power === null ? '' : `${power} dBm`].filter(Boolean).join(' · ')
}

/** Both ends as one text: `LAN3 – WAN`. */
export const portsOf = ({ from_port, to_port }: TopologyEdge): string =>
  [from_port, to_port].filter(Boolean).join(' – ')

export const isUp = ({ state }: TopologyEdge): boolean => state === linkState.id.up

export const bandNames: readonly { id: number; label: string | Words }[] = [
  { id: 0, label: { zh: '有线', en: 'Wired' } },
  { id: 1, label: '2.4G' },
  { id: 2, label: '5G' },
  { id: 3, label: '6G' },
]
