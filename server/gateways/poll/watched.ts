import type { DeviceIdentity } from '@belvedere/drivers/kit/facts.ts'
import type { PollTarget } from '../../devices/poll-link.ts'
import type { SnmpMemory } from './try-snmp.ts'
import type { PollState } from './verdict.ts'

/** One target and its state. A process has thousands: plain fields, one entry in the timer wheel each. */
export interface Watched {
  target: PollTarget
  standing: PollState
  /** Name of the session by which it is shown online, as far as this gateway knows. */
  session: string
  /** The last reported facts: the same object, from this attempt or an earlier one. */
  told: DeviceIdentity | undefined
  toldText: string
  snmp: SnmpMemory | undefined
  timer: NodeJS.Timeout | undefined
  /** An attempt is running: the next one waits for it. */
  busy: boolean
  gone: boolean
}

/** A target starts with the state in the rooms: online by another session until this gateway has a result. */
export function watchedOf(target: PollTarget): Watched {
  return {
    target,
    standing: { online: target.session !== null, missed: 0 },
    session: target.session ?? '',
    told: undefined,
    toldText: '',
    snmp: undefined,
    timer: undefined,
    busy: false,
    gone: false,
  }
}
