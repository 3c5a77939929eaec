import type { PollMonitor } from '../../../devices/poll-link.ts'
import type { Vault } from '../../../base/keys/vault.ts'
import type { PlainMonitor, Secrets } from './monitored-rules.ts'

const purpose = (device_id: number) => `third ${device_id}`

/** '' where there are no secrets. */
export function sealSecrets(vault: Vault, device_id: number, secrets: Secrets): string {
  return Object.keys(secrets).length ? vault.seal(JSON.stringify(secrets), purpose(device_id)) : ''
}

/** Throws when they were sealed with another key. */
export function openSecrets(vault: Vault, device_id: number, sealed: string): Secrets {
  return sealed ? (JSON.parse(vault.open(sealed, purpose(device_id))) as Secrets) : {}
}

/** The form for gateways: flags are booleans, members that mean "any" are left out. */
export function monitorOf({ tls, status, ...rest }: PlainMonitor): PollMonitor {
  const { interval = 60, misses = 3, timeout = 2000 } = rest
  return { ...rest, interval, misses, timeout, ...(tls ? { tls: true } : {}), ...(status ? { status } : {}) }
}
