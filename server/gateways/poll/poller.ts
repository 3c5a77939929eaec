import { randomBytes } from 'node:crypto'
import type { DeviceDriver } from '@belvedere/drivers/kit/define-device-driver.ts'
import type { DeviceIdentity } from '@belvedere/drivers/kit/facts.ts'
import type { Bus } from '../../base/bus/bus.ts'
import {
  type Departure,
  departSubject,
  deviceConnected,
  deviceDisconnected,
  type IdentifyAnswer,
  type IdentifyRequest,
  identifySubject,
  type SessionsAnswer,
  type SessionsRequest,
  sessionsSubject,
} from '../../devices/device-link.ts'
import type { EventKind } from '../../kernel/event.ts'
import type { Ingest } from '../../devices/ingest/ingest.ts'
import type { Log } from '../../base/process/log.ts'
import { type MonitorGuard, monitorGuard } from '../../base/edge/outbound.ts'
import { type PollTarget, type PollReport, pollReportSubject } from '../../devices/poll-link.ts'
import { limits } from './limits.ts'
import { type PollSuccess, failed, type PollOutcome } from './outcome.ts'
import { SharedSockets } from './shared-sockets.ts'
import { tryHttp } from './try-http.ts'
import type { Pinger } from './try-ping.ts'
import type { trySnmp } from './try-snmp.ts'
import { tryTcp } from './try-tcp.ts'
import { PollSemaphore } from './poll-semaphore.ts'
import { evaluateTry, pauseOf } from './verdict.ts'
import { type Watched, watchedOf } from './watched.ts'

/**
 * Loaded on demand: few networks have such devices, and the library is large. An import at every attempt cost a tenth of the
 * attempt.
 */
let askBySnmp: typeof trySnmp | undefined

export interface PollerOptions {
  readonly bus: Bus
  readonly ingest: Pick<Ingest, 'push'>
  readonly drivers: readonly DeviceDriver[]
  readonly log: Log
  readonly pinger: Pinger
  emit<P>(event: EventKind<P>, payload: P): void
  /** Unix seconds. */
  now(): number
}

/** Milliseconds for which results are batched before they are reported. */
const GATHER = 500
const MOST_TOLD = 20_000

/** Polls every target at its own interval, never twice at once, and reports the results to the rooms. */
export class Poller {
  readonly watched = new Map<number, Watched>()
  readonly counts = { tries: 0, failures: 0 }
  /**
   * Checked before every attempt: an address that was allowed when the device was added may be refused now. Arrives with the
   * first lease.
   */
  private guard: MonitorGuard = monitorGuard({ listed: [], trusted: [] })
  private readonly options: PollerOptions
  private readonly semaphores = {
    ping: new PollSemaphore(limits.atOnce.ping),
    tcp: new PollSemaphore(limits.atOnce.tcp),
    http: new PollSemaphore(limits.atOnce.http),
    snmp: new PollSemaphore(limits.atOnce.snmp),
  }
  private readonly sockets = new SharedSockets()
  private reports: PollReport[] = []
  private telling: NodeJS.Timeout | undefined
  private stopped = false

  constructor(options: PollerOptions) {
    this.options = options
  }

  revisions(): Map<number, number> {
    return new Map([...this.watched].map(([id, { target }]) => [id, target.rev]))
  }

  /**
   * Compares the devices that are online here with the stored state. This gateway may have been considered dead while it was
   * stopped: a device that counts as offline is polled at once, and its response makes it online.
   */
  async compareSessions(): Promise<void> {
    const online = [...this.watched.values()].filter(({ standing, session }) => standing.online && session)
    // without a prefix: another gateway may poll devices that are not online here, so no session is ended
    const ask: SessionsRequest = {
      device_ids: online.map(({ target }) => target.device_id),
      sessions: online.map(({ session }) => session),
    }
    const { away } = await this.options.bus.request<SessionsAnswer>(sessionsSubject, ask, 30_000)
    for (const id of away) {
      const watched = this.watched.get(id)
      if (!watched || watched.busy) continue
      watched.standing = { online: false, missed: 0 }
      clearTimeout(watched.timer)
      this.later(watched, 0)
    }
  }

  /** The outbound policy, and which targets now belong to teams that operate the installation. */
  allow(guard: MonitorGuard, home: ReadonlySet<number>): void {
    this.guard = guard
    for (const [id, { target }] of this.watched) target.home = home.has(id)
  }

  watch(targets: readonly PollTarget[]): void {
    for (const target of targets) {
      const before = this.watched.get(target.device_id)
      if (before) this.drop(target.device_id)
      const watched = watchedOf(target)
      // a changed monitor is tried at once, and the state of the old one is dropped
      this.watched.set(target.device_id, watched)
      const first = before ? 0 : Math.random() * Math.min(target.monitor.interval * 1000, targets.length * 10)
      this.later(watched, first)
    }
  }

  unwatch(ids: readonly number[]): void {
    for (const id of ids) this.drop(id)
  }

  /**
   * One attempt. The address is evaluated here, right before its use: it is not a name, so exactly the evaluated address is
   * contacted, and no response redirects elsewhere.
   */
  try(target: PollTarget, guard = this.guard, watched?: Watched): Promise<PollOutcome> {
    const { type } = target.monitor
    if (type === 'none') return Promise.resolve(failed('unavailable'))
    if (guard(target.ip, target.home)) return Promise.resolve(failed('not-allowed'))
    return this.semaphores[type].take(async () => {
      if (type === 'ping') return this.options.pinger.ping(target.ip, target.monitor.timeout)
      if (type === 'tcp') return tryTcp(target)
      if (type === 'http') return tryHttp(target)
      const options = { drivers: this.options.drivers, sockets: this.sockets }
      askBySnmp ??= (await import('./try-snmp.ts')).trySnmp
      const { outcome, memory } = await askBySnmp(target, options, watched?.snmp)
      // after a failure the address may belong to a replaced device
      if (watched && !watched.gone) watched.snmp = memory
      else memory?.asker.close()
      return outcome
    })
  }

  stop(): void {
    this.stopped = true
    this.unwatch([...this.watched.keys()])
    clearTimeout(this.telling)
    this.tell()
    this.sockets.close()
  }

  private drop(id: number): void {
    const watched = this.watched.get(id)
    if (!watched) return
    watched.gone = true
    clearTimeout(watched.timer)
    // a pending attempt closes its own session
    if (!watched.busy) watched.snmp?.asker.close()
    this.watched.delete(id)
  }

  private later(watched: Watched, ms: number): void {
    watched.timer = setTimeout(() => void this.poll(watched), ms)
  }

  private async poll(watched: Watched): Promise<void> {
    if (watched.gone || watched.busy) return
    watched.busy = true
    try {
      const outcome = await this.try(watched.target, this.guard, watched)
      if (!watched.gone && !this.stopped) await this.take(watched, outcome)
    } catch (error) {
      this.options.log.error({ device_id: watched.target.device_id, error: String((error as Error)?.stack) }, 'polling')
    } finally {
      watched.busy = false
      if (!watched.gone) this.later(watched, pauseOf(watched.standing, watched.target.monitor, Math.random()))
    }
  }

  private async take(watched: Watched, outcome: PollOutcome): Promise<void> {
    const { target } = watched
    this.counts.tries++
    if (!outcome.ok) this.counts.failures++
    const { now, turned } = evaluateTry(watched.standing, outcome.ok, target.monitor.misses)
    watched.standing = now
    this.keepTold(target, outcome)
    if (turned === 'left') await this.left(watched, outcome)
    if (!outcome.ok) return
    // also when another gateway, or an earlier run of this one, had it: the session must be ours
    const { identity = plain } = outcome
    if (turned === 'came' || identity !== watched.told) {
      const text = JSON.stringify([outcome.family, identity])
      // found again after a failure it is another object with the same content
      if (turned === 'came' || text !== watched.toldText) {
        if (!(await this.came(watched, outcome, identityOf(target, outcome)))) return
      }
      watched.told = identity
      watched.toldText = text
    }
    const { device_id, scene_id } = target
    this.options.ingest.push({
      device_id,
      scene_id,
      at: this.options.now(),
      session: watched.session,
      facts: { ...outcome.facts, path: { rtt_ms: outcome.rtt_us / 1000 } },
    })
  }

  private async came(watched: Watched, outcome: PollSuccess, identity: DeviceIdentity): Promise<boolean> {
    const { target } = watched
    watched.session = `poll ${randomBytes(9).toString('base64url')}`
    const ask: IdentifyRequest = {
      id: { scheme: 'monitored', value: target.serial },
      simulated: false,
      address: target.ip,
      family: outcome.family ?? target.monitor.type,
      identity,
      config_uuid: 0,
      session: watched.session,
    }
    const answer = await this.options.bus.request<IdentifyAnswer>(identifySubject, ask, 30_000)
    // it was released meanwhile, and its serial number was seen again as an unclaimed device: never poll it
    if (answer.refused || answer.device_id !== target.device_id) {
      this.drop(target.device_id)
      return false
    }
    this.options.emit(deviceConnected, { ...this.linkOf(watched), address: target.ip })
    return true
  }

  private async left(watched: Watched, outcome: PollOutcome): Promise<void> {
    const link = this.linkOf(watched)
    watched.told = undefined
    watched.toldText = ''
    const departure: Departure = link
    await this.options.bus.request(departSubject, departure, 30_000)
    this.options.emit(deviceDisconnected, { ...link, reason: outcome.ok ? '' : outcome.fault })
  }

  private linkOf({ target: { device_id, scene_id, serial }, session }: Watched) {
    return { device_id, scene_id, serial, session, at: this.options.now() }
  }

  private keepTold({ device_id }: PollTarget, outcome: PollOutcome): void {
    if (this.reports.length >= MOST_TOLD) return
    this.reports.push({ device_id, at: this.options.now(), ...reportOfOutcome(outcome) })
    this.telling ??= setTimeout(() => this.tell(), GATHER)
  }

  private tell(): void {
    this.telling = undefined
    const told = this.reports.splice(0)
    if (told.length === 0) return
    this.options.bus.request(pollReportSubject, told, 30_000).catch((error: unknown) => {
      this.options.log.warn({ error: String(error), outcomes: told.length }, 'outcomes of polling are not kept')
    })
  }
}

export function reportOfOutcome(outcome: PollOutcome): Omit<PollReport, 'device_id' | 'at'> {
  const { detail, certificate_end = null } = outcome
  return outcome.ok
    ? { rtt_us: outcome.rtt_us, fault: '', detail, certificate_end }
    : { rtt_us: null, fault: outcome.fault, detail, certificate_end }
}

/** For devices that report no identity. */
const plain: DeviceIdentity = { type: 7, vendor: '', model: '', firmware: '', verbs: [], cgi: [], capabilities: {} }

/** The facts that the device reports, else the recorded ones. */
function identityOf({ vendor, model, mac }: PollTarget, { identity }: PollSuccess): DeviceIdentity {
  const said = identity ?? plain
  const told = { ...said, vendor: said.vendor || vendor, model: said.model || model }
  return mac ? { ...told, mac } : told
}
