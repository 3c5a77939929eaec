import type { QueryContext } from '../../../kernel/db.ts'
import { networksOf } from '../../topology/api.ts'
import { countTerminals, onlineOf } from './store.ts'

export interface BlastNetwork {
  /** Ids of neighbours by id. */
  links: ReadonlyMap<number, ReadonlySet<number>>
  /** Online devices that depend on those. */
  behind(ids: readonly number[]): Promise<number[]>
  /** Terminals behind those devices now. */
  terminals(ids: readonly number[]): Promise<number>
}

/** The network around devices, by the last reports. */
export async function networkAround(
  ctx: QueryContext & { now(): number },
  ids: readonly number[],
): Promise<BlastNetwork> {
  const networks = await networksOf(ctx, ids, ctx.now())
  return {
    links: new Map(networks.flatMap(({ beside }) => [...beside])),
    behind: (some) =>
      onlineOf(
        ctx,
        networks.flatMap((network) => [...network.without(new Set(some)).lost]),
      ),
    terminals: (some) => countTerminals(ctx, some),
  }
}
