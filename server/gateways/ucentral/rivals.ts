import type { GatewayLimits } from './limits.ts'

/** News (`Rival`) for all gateways: the serial number is contested, and the one at this address was replaced. */
export const contestedSubject = 'device.contested'

/**
 * Question (`Rival` → boolean) to the gateway that has a connection of a contested serial number, in this process or another one:
 * whether its device is there, so that the one at this address is refused.
 */
export const holderSubject = (serial: string) => `device.holder.${serial}`

export interface Rival {
  serial: string
  /** Serial number and key. */
  bearer: string
  address: string
}

interface Contest {
  /** When connections gave way although their device was there, ms; the latest few. */
  readonly turns: number[]
  /** ms; 0: it is no contest yet. */
  contestedUntil: number
  /** When it was last reported, ms. */
  reportedAt: number
}

/**
 * Two devices with one certificate: each dials, each new connection takes the serial number from the other, which dials again. One
 * device has one connection, so a connection that is replaced while its device still answers (it says goodbye) is a sign of two;
 * a device that rebooted, or moved to another uplink, leaves a connection that answers nothing. After a few such turns the serial
 * number is contested: who holds it keeps it as long as it is there, and the other one is refused.
 *
 * A bearer is a serial number with its key: of two keys the device room knows which one is the device's (ADR 32).
 *
 * Each gateway counts the replacements of its own connections, and publishes a contest to the others. The gateway with the connection
 * then answers for it, so that the other device is refused at every gateway.
 */
export class Rivals {
  private readonly contests = new Map<string, Contest>()
  private readonly limits: Pick<GatewayLimits, 'rivals' | 'rivalTurns' | 'rivalTurnsMs' | 'rivalMs' | 'rivalReportMs'>

  constructor(limits: Rivals['limits']) {
    this.limits = limits
  }

  /** A connection was replaced whose device was there; true: that is a contest, to be reported. */
  replaced(bearer: string): boolean {
    const { rivalTurns, rivalTurnsMs } = this.limits
    const now = performance.now()
    const contest = this.contestOf(bearer)
    while (contest.turns[0] !== undefined && contest.turns[0] < now - rivalTurnsMs) contest.turns.shift()
    contest.turns.push(now)
    if (contest.turns.length > rivalTurns) contest.turns.shift()
    return contest.turns.length >= rivalTurns && this.contested(contest, now)
  }

  isContested(bearer: string): boolean {
    const contest = this.contests.get(bearer)
    return contest !== undefined && contest.contestedUntil > performance.now()
  }

  /** Another device was refused, or another gateway found the contest: it goes on; true: it is to be reported. */
  goesOn(bearer: string): boolean {
    return this.contested(this.contestOf(bearer), performance.now())
  }

  private contested(contest: Contest, now: number): boolean {
    const { rivalMs, rivalReportMs } = this.limits
    contest.contestedUntil = now + rivalMs
    if (now - contest.reportedAt < rivalReportMs) return false
    contest.reportedAt = now
    return true
  }

  /** Beyond the bound, the one without news for longest is dropped. */
  private contestOf(bearer: string): Contest {
    const contest = this.contests.get(bearer) ?? { turns: [], contestedUntil: 0, reportedAt: Number.NEGATIVE_INFINITY }
    this.contests.delete(bearer)
    if (this.contests.size >= this.limits.rivals) {
      const [oldest] = this.contests.keys()
      if (oldest !== undefined) this.contests.delete(oldest)
    }
    this.contests.set(bearer, contest)
    return contest
  }
}
