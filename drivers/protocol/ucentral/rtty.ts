import type { UcentralCommand } from './protocol.ts'
import type { InvalidArgument } from '../../kit/define-protocol.ts'
import { objectOf, textOf, type Loose } from '../../kit/coerce.ts'

/** Seconds in which the device's program must start its session; then it ends by itself, and is not restarted. */
const DIAL_SECONDS = 60

/** `user` and `password` are not used by any client; switches refuse the command without them. */
export function encodeShell(args: Loose): UcentralCommand | InvalidArgument {
  const { op } = args
  if (textOf(args.session, 64) === undefined) return { wrong: 'session' }
  if (op !== 'open' && op !== 'write' && op !== 'resize' && op !== 'close') return { wrong: 'op' }
  const params = { method: 'rtty', when: 0, user: '', password: '', timeout: DIAL_SECONDS }
  return { method: 'rtty', params, timeout: 60_000, dials: true }
}

/** The vendor can disable it; a development unit still allows it. */
export function refusesRtty(capabilities: Loose): boolean {
  return Boolean(objectOf(capabilities.restrictions).rtty) && capabilities.developer !== true
}
