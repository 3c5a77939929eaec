import type { DeviceFacts, DeviceIdentity } from '@belvedere/drivers/kit/facts.ts'

/** Why an attempt failed; the words are those of the contract (`pollFault`). */
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

/** The result of one attempt. */
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

/** The fault for an error of the socket. */
export function faultOfError(error: unknown): PollOutcome {
  const { code = '', message } = error as NodeJS.ErrnoException
  if (/SSL|TLS|CERT/.test(code)) return failed('tls', message)
  return failed(faults[code] ?? 'protocol', faults[code] ? '' : message)
}
