import type { Limits } from './limits.ts'

interface Contest {
  /** When connections gave way although their device was there, ms; the latest few. */
  readonly turns: number[]
  /** ms; 0: it is no contest yet. */
  contestedUntil: number
  /** When it was last told, ms. */
  toldAt: number
}

/**
 * Two devices with one certificate: each dials, each new connection takes the serial number from the other, which dials again. One
 * device has one connection, so a connection that is replaced while its device still answers (it says goodbye) is a sign of two;
 * a device that rebooted, or moved to another uplink, leaves a connection that answers nothing. After a few such turns the serial
 * number is contested: who holds it keeps it as long as it is there, and the other one is refused.
 *
 * A bearer is a serial number with its key: of two keys the device room knows which one is the device's (ADR 32).
 *
 * Known to this process alone: rivals on two gateways raise the alarm and go on.
 */
export class Rivals {
  private readonly contests = new Map<string, Contest>()
  private readonly limits: Pick<Limits, 'rivals' | 'rivalTurns' | 'rivalTurnsMs' | 'rivalMs' | 'rivalToldMs'>

  constructor(limits: Rivals['limits']) {
    this.limits = limits
  }

  /** A connection was replaced whose device was there; true: that is a contest, and somebody should know. */
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

  /** Another one was refused: the contest goes on; true: somebody should know. */
  refused(bearer: string): boolean {
    return this.contested(this.contestOf(bearer), performance.now())
  }

  private contested(contest: Contest, now: number): boolean {
    const { rivalMs, rivalToldMs } = this.limits
    contest.contestedUntil = now + rivalMs
    if (now - contest.toldAt < rivalToldMs) return false
    contest.toldAt = now
    return true
  }

  /** The one that was not heard of for longest gives way when there are too many. */
  private contestOf(bearer: string): Contest {
    const contest = this.contests.get(bearer) ?? { turns: [], contestedUntil: 0, toldAt: Number.NEGATIVE_INFINITY }
    this.contests.delete(bearer)
    if (this.contests.size >= this.limits.rivals) {
      const [oldest] = this.contests.keys()
      if (oldest !== undefined) this.contests.delete(oldest)
    }
    this.contests.set(bearer, contest)
    return contest
  }
}
