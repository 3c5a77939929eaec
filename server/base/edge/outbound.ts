import { networkInterfaces } from 'node:os'
import { type Allowance, type Forbidden, forbidden, readNetworks } from '@belvedere/pure/network/outbound.ts'

/** Addresses of this machine. */
export function ownAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap(
    (list) => list?.map(({ address }) => address.split('%')[0] ?? '') ?? [],
  )
}

/** Networks that monitors may reach from this server, whoever's they are. */
export interface MonitorReach {
  /** Listed by an administrator of the installation, in the console. */
  readonly listed: readonly string[]
  /** Listed by whoever runs the machine (`--monitor-networks`). */
  readonly trusted: readonly string[]
}

/** Why this server may not watch an address for a team; `home`: the team runs the installation, so the server's networks are its own. */
export type MonitorGuard = (ip: string, home: boolean) => Forbidden | undefined

/** Judges with the addresses this machine has now. */
export function monitorGuard({ listed, trusted }: MonitorReach): MonitorGuard {
  const [console, flag] = [readNetworks(listed), readNetworks(trusted)]
  const lists = { listed: console.networks, trusted: flag.networks, own: ownAddresses() }
  const others: Allowance = { ...lists, public: console.public || flag.public, private: false }
  const ours: Allowance = { ...lists, public: true, private: true }
  return (ip, home) => forbidden(ip, home ? ours : others)
}
