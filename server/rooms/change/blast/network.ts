import type { Reach } from '../../../kernel/db.ts'
import { networksOf } from '../../topology/api.ts'
import { countTerminals, listBeside } from './store.ts'

export interface Network {
  /** Ids of neighbours by id. */
  links: ReadonlyMap<number, ReadonlySet<number>>
  /** Devices that are online and hang on those. */
  behind(ids: readonly number[]): number[]
  /** Terminals behind those devices now. */
  terminals(ids: readonly number[]): Promise<number>
}

/** The network around devices, as it was told last. */
export async function networkAround(at: Reach & { now(): number }, ids: readonly number[]): Promise<Network> {
  const [nodes, networks] = await Promise.all([listBeside(at, ids), networksOf(at, ids, at.now())])
  const online = new Set(nodes.filter((one) => one.online).map(({ id }) => id))
  return {
    links: new Map(networks.flatMap(({ beside }) => [...beside])),
    behind: (some) =>
      networks.flatMap((network) => [...network.without(new Set(some)).lost].filter((id) => online.has(id))),
    terminals: (some) => countTerminals(at, some),
  }
}
