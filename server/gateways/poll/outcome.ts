import type { DeviceFacts, DeviceIdentity } from '@belvedere/drivers/kit/facts.ts'

/** Why a try failed; the words are the contract's (`pollFault`). */
export type PollFault =
  | 'timeout'
  | 'refused'
  | 'unreachable'
  | 'status'
  | 'text'
  | 'tls'
  | 'credentials'
  | 'protocol'
  | 'unavailable'
  | 'not-allowed'

/** How one try ended. */
export type PollOutcome = PollSuccess | { ok: false; fault: PollFault; detail: string; certificate_end?: number }

export interface PollSuccess {
  ok: true
  rtt_us: number
  detail: string
  /** Unix seconds. */
  certificate_end?: number
  family?: string
  identity?: DeviceIdentity
  facts?: DeviceFacts
}

export const failed = (fault: PollFault, detail = ''): PollOutcome => ({
  ok: false,
  fault,
  detail: detail.slice(0, 200),
})

/** Microseconds since `start`, a reading of `performance.now()`. */
export const sinceUs = (start: number): number => Math.max(1, Math.round((performance.now() - start) * 1000))

const faults: Readonly<Record<string, PollFault>> = {
  ECONNREFUSED: 'refused',
  ECONNRESET: 'refused',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EHOSTDOWN: 'unreachable',
  EACCES: 'unreachable',
  EINVAL: 'unreachable',
  ETIMEDOUT: 'timeout',
  EPROTO: 'tls',
  EMFILE: 'unavailable',
  ENFILE: 'unavailable',
}

/** What the system says of a socket that failed, in our words. */
export function faultOfError(error: unknown): PollOutcome {
  const { code = '', message } = error as NodeJS.ErrnoException
  if (/SSL|TLS|CERT/.test(code)) return failed('tls', message)
  return failed(faults[code] ?? 'protocol', faults[code] ? '' : message)
}
