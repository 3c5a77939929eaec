import { networkInterfaces } from 'node:os'
import { type Allowance, type Forbidden, forbidden, readNetworks } from '@belvedere/pure/network/outbound.ts'

/** Addresses of this machine. */
export function ownAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap(
    (list) => list?.map(({ address }) => address.split('%')[0] ?? '') ?? [],
  )
}

/** Networks that monitors of all teams may reach from this server. */
export interface MonitorReach {
  /** Listed by an administrator of the installation, in the console. */
  readonly listed: readonly string[]
  /** Listed by the operator (`--monitor-networks`). */
  readonly trusted: readonly string[]
}

/** Why this server may not poll an address for a team; `home`: the team of the administrators, who own the server's networks. */
export type MonitorGuard = (ip: string, home: boolean) => Forbidden | undefined

/** Checks against the present addresses of this machine. */
export function monitorGuard({ listed, trusted }: MonitorReach): MonitorGuard {
  const [console, flag] = [readNetworks(listed), readNetworks(trusted)]
  const lists = { listed: console.networks, trusted: flag.networks, own: ownAddresses() }
  const others: Allowance = { ...lists, public: console.public || flag.public, private: false }
  const ours: Allowance = { ...lists, public: true, private: true }
  return (ip, home) => forbidden(ip, home ? ours : others)
}
