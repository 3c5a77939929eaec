import type { Bus } from '../../base/bus/bus.ts'
import {
  LEASE_SECONDS,
  type PollLeaseAnswer,
  type PollLeaseRequest,
  pollLeaseSubject,
  type PollTarget,
  pollTargetsSubject,
} from '../../devices/poll-link.ts'
import type { Log } from '../../base/process/log.ts'
import type { MonitorReach } from '../../base/edge/outbound.ts'

export interface LeaseOptions {
  readonly bus: Bus
  readonly log: Log
  /** Name of this gateway, new with every start. */
  readonly gateway: string
  /** Revisions of the polled targets, by device. */
  held(): ReadonlyMap<number, number>
  /** The outbound policy of this gateway, and the devices of teams that operate the installation. */
  allowed(reach: MonitorReach, home: ReadonlySet<number>): void
  /** New and changed targets, and those that were leased to another gateway. */
  changed(targets: readonly PollTarget[], gone: readonly number[]): void
}

/** Targets per request. */
const PIECE = 1000
const WAIT = 10_000

/**
 * Renews the leases of this gateway. While the rooms do not respond, it retries; after a whole lease without them nothing is
 * polled.
 */
export class LeaseRenewer {
  private readonly options: LeaseOptions
  private timer: NodeJS.Timeout | undefined
  private renewing: Promise<void> | undefined
  private again = false
  private stopped = false
  private renewed = performance.now()

  constructor(options: LeaseOptions) {
    this.options = options
    this.now()
  }

  /** Targets have changed: request leases at once, or once more when a response is pending. */
  now(): void {
    if (this.renewing) {
      this.again = true
      return
    }
    clearTimeout(this.timer)
    this.renewing = this.renew()
      .then(() => void (this.renewed = performance.now()))
      .catch((error: unknown) => this.failed(error))
      .finally(() => this.next())
  }

  async stop(): Promise<void> {
    this.stopped = true
    clearTimeout(this.timer)
    await this.renewing
    const leaving: PollLeaseRequest = { gateway: this.options.gateway, leaving: true }
    await this.options.bus.request(pollLeaseSubject, leaving, 2000).catch(() => {})
  }

  private next(): void {
    this.renewing = undefined
    if (this.stopped) return
    this.timer = setTimeout(() => this.now(), this.again ? 0 : (LEASE_SECONDS / 3) * 1000)
    this.again = false
  }

  private failed(error: unknown): void {
    this.options.log.warn({ error: String(error) }, 'leases of polled devices are not renewed')
    // another gateway may have them by now
    if (performance.now() - this.renewed > LEASE_SECONDS * 1000)
      this.options.changed([], [...this.options.held().keys()])
  }

  private async renew(): Promise<void> {
    const { bus, gateway } = this.options
    const ask: PollLeaseRequest = { gateway }
    const { leased, reach } = await bus.request<PollLeaseAnswer>(pollLeaseSubject, ask, WAIT)
    this.options.allowed(reach, new Set(leased.filter(([, , home]) => home === 1).map(([id]) => id)))
    const held = this.options.held()
    const mine = new Set(leased.map(([id]) => id))
    const wanted = leased.filter(([id, rev]) => held.get(id) !== rev).map(([id]) => id)
    const gone = [...held.keys()].filter((id) => !mine.has(id))
    if (gone.length) this.options.changed([], gone)
    for (let at = 0; at < wanted.length; at += PIECE) {
      const ids = wanted.slice(at, at + PIECE)
      this.options.changed(await bus.request<PollTarget[]>(pollTargetsSubject, { gateway, ids }, WAIT), [])
    }
  }
}
