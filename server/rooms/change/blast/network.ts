import type { Reach } from '../../../kernel/db.ts'
import { netDeviceOf } from './facts-rules.ts'
import { outageOf } from './outage-rules.ts'
import { countTerminals, listNet } from './store.ts'
import { type Topology, topologyOf } from './topology-rules.ts'

export interface Network {
  links: Topology['links']
  /** Devices that are online and hang on those. */
  behind(ids: readonly number[]): number[]
  /** Terminals behind those devices now. */
  terminals(ids: readonly number[]): Promise<number>
}

/** The network around devices, as it was told last. */
export async function networkAround(at: Reach, ids: readonly number[]): Promise<Network> {
  const nodes = (await listNet(at, ids)).map(netDeviceOf)
  const topology = topologyOf(nodes)
  const online = new Set(nodes.filter((one) => one.online).map(({ id }) => id))
  return {
    links: topology.links,
    behind: (some) => [...outageOf(topology, new Set(some)).lost].filter((id) => online.has(id)),
    terminals: (some) => countTerminals(at, some),
  }
}
