import type { NetDevice, Topology } from './topology-rules.ts'
import { reach } from './topology-rules.ts'
import { isLoopback, plainAddress } from './subnet-rules.ts'

export interface Outage {
  /** Devices that lose their way out although nothing is done to them. */
  lost: Set<number>
  /** Those things are done to that go down themselves. */
  down: Set<number>
  /** No way out may be known, so more may be lost. */
  uncertain: boolean
}

/** What the network loses while `down` are away: everything that found a way out before and finds none without them. */
export function outageOf(topology: Topology, down: ReadonlySet<number>): Outage {
  const { links, roots, uncertain } = topology
  const before = reach(roots, links, new Set())
  const after = reach(roots, links, down)
  const lost = new Set([...before].filter((id) => !after.has(id) && !down.has(id)))
  return { lost, down: new Set(down), uncertain: [...down].some((id) => uncertain.has(id)) }
}

/** What a switch that takes the current from its ports takes down: powered neighbours on them. */
export function poweredBy(
  device: NetDevice & { powers: readonly string[] },
  devices: readonly NetDevice[],
  ports: readonly string[] | undefined,
): Set<number> {
  const owner = new Map(devices.filter(({ scene_id }) => scene_id === device.scene_id).flatMap(macsOf))
  const cut = new Set(device.powers.filter((port) => !ports || ports.includes(port)))
  const fed = device.neighbours.filter(({ port, mac }) => mac !== undefined && cut.has(port))
  return new Set(fed.flatMap(({ mac = '' }) => owner.get(mac) ?? []).filter((id) => id !== device.id))
}

const macsOf = ({ id, macs }: NetDevice) => macs.map((mac): [string, number] => [mac, id])

export interface Reader {
  /** Address the call came from. */
  ip: string
  /** Devices whose terminal has that address. */
  behind: readonly number[]
}

/**
 * Does the reader's own connection run through what goes away? Known where the reader is a terminal of the scene. Somebody
 * who comes from the address a scene's devices dial from sits behind its line, but where is not told: perhaps, and certainly
 * when nothing of the scene is left.
 */
export function ownPathOf(
  { ip, behind }: Reader,
  { lost, down }: Outage,
  devices: readonly (NetDevice & { dials: string | null })[],
): 'no' | 'maybe' | 'yes' {
  const address = plainAddress(ip)
  const gone = (id: number) => lost.has(id) || down.has(id)
  if (behind.length > 0) return behind.every(gone) ? 'yes' : behind.some(gone) ? 'maybe' : 'no'
  if (isLoopback(address) || down.size === 0) return 'no'
  const beside = devices.filter(({ dials }) => dials !== null && plainAddress(dials) === address)
  if (beside.length === 0) return 'no'
  if (beside.every(({ id }) => gone(id))) return 'yes'
  return beside.some(({ id }) => gone(id)) ? 'maybe' : 'no'
}
