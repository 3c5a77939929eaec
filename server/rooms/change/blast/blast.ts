import type { Blast } from '@belvedere/contract/rooms/change/shapes.ts'
import type { Doing } from '../../../engines/confirm/confirm.ts'
import type { QueryContext } from '../../../kernel/db.ts'
import { type NetworkNow, networksOf } from '../../topology/api.ts'
import { ownPathOf } from './own-path-rules.ts'
import { countTerminals, devicesOfTerminal, listBeside, listPowering, type NetRow } from './store.ts'
import { plainAddress } from './address-rules.ts'

export interface BlastRequest extends Doing {
  /** Address of the user. */
  ip: string
}

interface BlastCtx extends QueryContext {
  now(): number
}

/** Maximum number of devices named in an answer. */
const NAMED = 200

/** The computed blast radius, and the values that a confirmation is bound to. */
export interface Reckoned {
  blast: Blast
  /**
   * Every device behind the selected ones, online or not, so that devices that reconnect meanwhile are confirmed too.
   */
  lost: readonly number[]
  /** The name of a single device, else the number. */
  text: string
}

/**
 * The blast radius of an action on devices: the devices behind them, their terminals, and possibly the user's own
 * connection. Only devices that the caller sees, by the network that the topology shows.
 */
export async function blastOf(at: BlastCtx, request: BlastRequest): Promise<Blast> {
  return (await reckon(at, request)).blast
}

export async function reckon(at: BlastCtx, { ids, action, ports, named = ids, ip }: BlastRequest): Promise<Reckoned> {
  // one after the other: both use the connection of the transaction
  const nodes = await listBeside(at, ids)
  const networks = await networksOf(at, ids, at.now())
  const outage = await outageOf(at, networks, { ids, action, ports })
  const meant = new Set(ids)
  const chosen = new Set(named)
  const lost = nodes.filter(
    ({ id, online }) => online && (outage.lost.has(id) || (outage.down.has(id) && !meant.has(id))),
  )
  const behind = await devicesOfTerminal(at, plainAddress(ip), [...new Set(nodes.map(({ scene_id }) => scene_id))])
  const own = nodes.filter(({ id }) => meant.has(id))
  const released = action === 'remove' ? own.filter(({ online }) => online).map(({ id }) => id) : []
  const blast: Blast = {
    devices: lost.slice(0, NAMED).map(({ id, name, type, scene_id }) => ({ id, name, type, scene_id })),
    device_cnt: lost.length,
    ap_cnt: lost.filter(({ type }) => type === 1).length,
    switch_cnt: lost.filter(({ type }) => type === 2).length,
    terminal_cnt: await countTerminals(at, [...outage.lost, ...outage.down]),
    scene_cnt: scenesWithout(nodes, outage),
    own_path: ownPathOf({ ip, behind }, outage, nodes),
    // a removed device continues to forward, so unknown dependants do not matter
    uncertain:
      action !== 'remove' && (outage.uncertain || nodes.some(({ online, untold }) => online && untold)) ? 1 : 0,
    unnamed_cnt: own.length - own.filter(({ id }) => chosen.has(id)).length,
    unmanaged_cnt: released.length,
    unmonitored_cnt: released.length > 0 ? await countTerminals(at, released) : 0,
  }
  const [only] = own
  const text = own.length === 1 && only ? only.name.trim() || only.sn : String(own.length)
  return { blast, lost: [...outage.lost].sort((a, b) => a - b), text }
}

type BlastOutage = ReturnType<NetworkNow['without']>

/**
 * The devices that go down themselves: a removed device continues to forward, a switch that cycles its ports stays up.
 */
async function outageOf(
  ctx: QueryContext,
  networks: readonly NetworkNow[],
  { ids, action, ports }: Pick<BlastRequest, 'ids' | 'action' | 'ports'>,
): Promise<BlastOutage> {
  const down = new Set(action === 'remove' || action === 'poe' ? [] : ids)
  const powering = action === 'poe' ? await listPowering(ctx, ids) : []
  const cut = powering.map(({ device_id, ports: all }) => ({
    device_id,
    ports: new Set(all.filter((port) => !ports || ports.includes(port))),
  }))
  const parts = networks.map((network) => network.without(down, cut))
  return {
    lost: new Set(parts.flatMap(({ lost }) => [...lost])),
    down: new Set(parts.flatMap((one) => [...one.down])),
    uncertain: parts.some(({ uncertain }) => uncertain),
  }
}

function scenesWithout(nodes: readonly NetRow[], { lost, down }: BlastOutage): number {
  const scenes = Map.groupBy(nodes, ({ scene_id }) => scene_id)
  return [...scenes.values()].filter((all) => down.size > 0 && all.every(({ id }) => lost.has(id) || down.has(id)))
    .length
}
