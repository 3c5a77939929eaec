import type { CommandResult } from '../../kit/facts.ts'
import type { UcentralCommand } from './protocol.ts'
import type { InvalidArgument } from '../../kit/define-protocol.ts'
import { listOf, macOf, objectOf, wholeWithin, type Loose } from '../../kit/coerce.ts'

/** Most associations that are read from one state. */
const MOST = 2048
/** A state arrives every minute, rarely less often after configuration. */
const WITHIN = 70_000

/** The method is never answered: it is complete when the terminal has left, or is missing in the next state. */
export function encodeKick(args: Loose): UcentralCommand | InvalidArgument {
  const addr = macOf(args.mac)
  if (addr === undefined) return { wrong: 'mac' }
  const ban_time = wholeWithin(args.ban_s, 0, 86_400) ?? 30
  return {
    method: 'rrm',
    params: { actions: [{ action: 'kick', addr, reason: 5, ban_time }] },
    timeout: WITHIN,
    aside: true,
    settles: (method, params) => (hasLeft(method, params, addr) ? { result: 0, msg: '' } : undefined),
  }
}

function hasLeft(method: string, params: Loose, addr: string): CommandResult | boolean {
  if (method === 'event') {
    const { event } = objectOf(params.data)
    const { type, payload } = objectOf(Array.isArray(event) ? event[1] : undefined)
    return type === 'client.leave' && macOf(objectOf(payload).client) === addr
  }
  const { interfaces } = objectOf(params.state)
  if (method !== 'state' || interfaces === undefined) return false
  const ssids = listOf(interfaces, 256).flatMap((one) => listOf(objectOf(one).ssids, 256))
  const there = ssids.flatMap((one) => listOf(objectOf(one).associations, MOST))
  return !there.some((one) => macOf(objectOf(one).station) === addr)
}
