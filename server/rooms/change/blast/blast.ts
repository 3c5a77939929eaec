import type { Blast } from '@belvedere/contract/rooms/change/shapes.ts'
import type { Reach } from '../../../kernel/db.ts'
import { netDeviceOf, type NetNode } from './facts-rules.ts'
import { type Outage, outageOf, ownPathOf, poweredBy } from './outage-rules.ts'
import { countTerminals, devicesOfTerminal, listNet } from './store.ts'
import { plainAddress } from './subnet-rules.ts'
import { topologyOf } from './topology-rules.ts'

export type Action = 'reboot' | 'upgrade' | 'factory' | 'configure' | 'poe' | 'remove'

export interface BlastAsk {
  ids: readonly number[]
  action: Action
  ports?: readonly string[] | undefined
  /** Address of the reader. */
  ip: string
}

/** Devices told by name in an answer. */
const NAMED = 200

/**
 * What goes away while something is done to devices: the devices behind them, their terminals, perhaps the reader's own
 * connection. Of devices the caller sees; from what devices last told of their neighbours.
 */
export async function blastOf(at: Reach, { ids, action, ports, ip }: BlastAsk): Promise<Blast> {
  const nodes = (await listNet(at, ids)).map(netDeviceOf)
  const outage = outageOf(topologyOf(nodes), downBy(nodes, new Set(ids), action, ports))
  const meant = new Set(ids)
  const lost = nodes.filter(
    ({ id, online }) => online && (outage.lost.has(id) || (outage.down.has(id) && !meant.has(id))),
  )
  const behind = await devicesOfTerminal(at, plainAddress(ip), [...new Set(nodes.map(({ scene_id }) => scene_id))])
  return {
    devices: lost.slice(0, NAMED).map(({ id, name, type, scene_id }) => ({ id, name, type, scene_id })),
    device_cnt: lost.length,
    ap_cnt: lost.filter(({ type }) => type === 1).length,
    switch_cnt: lost.filter(({ type }) => type === 2).length,
    terminal_cnt: await countTerminals(at, [...outage.lost, ...outage.down]),
    scene_cnt: scenesWithout(nodes, outage),
    own_path: ownPathOf({ ip, behind }, outage, nodes),
    uncertain: outage.uncertain || nodes.some(({ online, untold }) => online && untold) ? 1 : 0,
  }
}

/** Who goes down by itself: a removed device stays where it is, a switch that cycles its ports stays up. */
function downBy(
  nodes: readonly NetNode[],
  ids: ReadonlySet<number>,
  action: Action,
  ports: readonly string[] | undefined,
): Set<number> {
  const meant = nodes.filter(({ id }) => ids.has(id))
  if (action === 'remove') return new Set()
  if (action === 'poe') return new Set(meant.flatMap((one) => [...poweredBy(one, nodes, ports)]))
  return new Set(meant.map(({ id }) => id))
}

function scenesWithout(nodes: readonly NetNode[], { lost, down }: Outage): number {
  const scenes = Map.groupBy(nodes, ({ scene_id }) => scene_id)
  return [...scenes.values()].filter((all) => down.size > 0 && all.every(({ id }) => lost.has(id) || down.has(id)))
    .length
}
