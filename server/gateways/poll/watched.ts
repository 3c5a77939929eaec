import type { DeviceIdentity } from '@belvedere/drivers/kit/facts.ts'
import type { PollTarget } from '../../devices/poll-link.ts'
import type { SnmpMemory } from './try-snmp.ts'
import type { PollState } from './verdict.ts'

/** One target and how it stands. Thousands live in a process: plain fields, one timer in the wheel each. */
export interface Watched {
  target: PollTarget
  standing: PollState
  /** Name of the connection it is shown online by, as far as this gateway knows. */
  session: string
  /** What the rooms were told it is: the very object, of this try or an earlier one. */
  told: DeviceIdentity | undefined
  toldText: string
  snmp: SnmpMemory | undefined
  timer: NodeJS.Timeout | undefined
  /** A try is under way: the next waits for it. */
  busy: boolean
  gone: boolean
}

/** A target begins where the rooms see it: online by somebody's session until this gateway knows better. */
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
