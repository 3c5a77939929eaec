import type { GatewayLimits } from './limits.ts'

/** Event (`Rival`) for all gateways: the serial number is contested, and the connection with this address was replaced. */
export const contestedSubject = 'device.contested'

/**
 * Request (`Rival` → boolean) to the gateway that has a connection of a contested serial number, in this process or another one:
 * whether its device is alive, so that the one at this address is refused.
 */
export const holderSubject = (serial: string) => `device.holder.${serial}`

export interface Rival {
  serial: string
  /** Serial number and key. */
  bearer: string
  address: string
}

interface Contest {
  /** Times when connections were replaced although their device was alive, ms; the latest few. */
  readonly turns: number[]
  /** ms; 0: it is not contested yet. */
  contestedUntil: number
  /** Time of the last report, ms. */
  reportedAt: number
}

/**
 * Detects two devices with one certificate: each connects, and each new connection takes the serial number from the other device,
 * which reconnects. A device has one connection, so a replaced connection whose device still answers (it sends a close frame)
 * indicates two devices; a device that rebooted, or moved to another uplink, leaves a connection that answers nothing. After a
 * few replacements the serial number is contested: the connected device keeps it as long as it is alive, and the other one is
 * refused.
 *
 * The key is a serial number with its public key: of two keys the device room knows which one is the device's (ADR 32).
 *
 * Each gateway counts the replacements of its own connections, and publishes a contest to the others. The gateway with the
 * connection then answers for it, so that the other device is refused at every gateway.
 */
export class Rivals {
  private readonly contests = new Map<string, Contest>()
  private readonly limits: Pick<GatewayLimits, 'rivals' | 'rivalTurns' | 'rivalTurnsMs' | 'rivalMs' | 'rivalReportMs'>

  constructor(limits: Rivals['limits']) {
    this.limits = limits
  }

  /** A connection was replaced whose device was alive; true: that is a contest, to be reported. */
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

  /** Another device was refused, or another gateway detected the contest: it continues; true: it is to be reported. */
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

  /** Above the limit, the one without an update for longest is dropped. */
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
