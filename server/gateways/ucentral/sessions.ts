import { randomBytes } from 'node:crypto'
import {
  type Departure,
  resumeSubject,
  type SessionsAnswer,
  type SessionsRequest,
  sessionsSubject,
} from '../../devices/device-link.ts'
import type { Bus } from '../../base/bus/bus.ts'
import type { Log } from '../../base/process/log.ts'
import type { GatewayLimits } from './limits.ts'

/** Data of a local connection. */
export interface HeldSession {
  readonly device_id: number
  readonly session: string
  readonly address: string
  readonly alive: boolean
  /** Time of the last received data, ms. */
  readonly heardAt: number
  /** Requests a sign of life. */
  ping(): void
  /** Its device is shown online again. */
  resumed(): void
  /** Its device left this number of seconds ago. */
  left(ago: number): void
}

export interface SessionSyncOptions {
  readonly bus: Bus
  readonly log: Log
  readonly limits: Pick<
    GatewayLimits,
    'sessionTicks' | 'resumed' | 'stoppedMs' | 'gaveUpMs' | 'returnMs' | 'identifyMs'
  >
  /** Identified devices. */
  readonly held: ReadonlyMap<number, HeldSession>
  /** Every connection, also those not identified yet. */
  readonly all: Iterable<Pick<HeldSession, 'session'>>
  depart(departure: Departure): void
  /** ms, monotonic. */
  now?(): number
}

/**
 * Compares the local sessions with the stored ones. After a long stop of the process, or a late disconnection, a device with a
 * live session may be stored as offline. It is pinged, since its connection may be dead too, and recorded as online after the
 * pong. A session without a connection is ended. Devices also close connections while the process is stopped: they have time to
 * reconnect before they count as offline.
 */
export class SessionSync {
  /** Prefix of the names of its sessions. */
  readonly prefix = randomBytes(6).toString('base64url')
  private readonly options: SessionSyncOptions
  /** Devices that are stored as offline, and the time from which on a sign of life counts, ms. */
  private readonly away = new Map<HeldSession, number>()
  /** Devices whose connections ended after a stop, and when; latest time of their reconnection, ms. */
  private readonly awaited = new Map<number, { one: HeldSession; endedAt: number; until: number }>()
  /** Time until which devices may reconnect after a stop, ms. */
  private returningUntil = Number.NEGATIVE_INFINITY
  /** It had connected devices at the last tick. */
  private wasHolding = false
  private ticks = 0
  private tickedAt: number
  private comparing = false
  private resuming = false

  constructor(options: SessionSyncOptions) {
    this.options = options
    this.tickedAt = this.now()
  }

  /** Called every second. */
  async tick(): Promise<void> {
    const { sessionTicks } = this.options.limits
    const now = this.now()
    const wasStopped = this.noticeStop(now)
    this.tickedAt = now
    this.wasHolding = this.options.held.size > 0
    this.giveUp(now)
    if (wasStopped || ++this.ticks >= sessionTicks) {
      this.ticks = 0
      await this.compare()
    }
    if (this.away.size > 0) await this.resume()
  }

  /** A name for the session of a connection. */
  name(): string {
    return this.prefix + randomBytes(9).toString('base64url')
  }

  /** The connection of a device ended, and no other one has replaced it. */
  gone(one: HeldSession): void {
    const now = this.now()
    // the ends of connections during a stop are read before the first tick
    this.noticeStop(now)
    if (now < this.returningUntil)
      this.awaited.set(one.device_id, { one, endedAt: now, until: now + this.options.limits.returnMs })
    else one.left(0)
  }

  /** A device has a new session, here or on another gateway. */
  came(device_id: number): void {
    this.awaited.delete(device_id)
  }

  /** Devices that did not reconnect in time have been offline since the end of their connections. */
  private giveUp(now: number): void {
    for (const [device_id, { one, endedAt, until }] of this.awaited) {
      if (now < until) continue
      this.awaited.delete(device_id)
      one.left(Math.round((now - endedAt) / 1000))
    }
  }

  private noticeStop(now: number): boolean {
    const { stoppedMs, gaveUpMs, returnMs } = this.options.limits
    const stopped = now - this.tickedAt
    // without connected devices, as at the start, no device closed its connection
    if (stopped <= gaveUpMs || !this.wasHolding) return stopped > stoppedMs
    this.returningUntil = now + returnMs
    // they may have reconnected elsewhere, and the event of it is not read yet
    for (const one of this.awaited.values()) one.until = this.returningUntil
    return true
  }

  private async compare(): Promise<void> {
    const { bus, held, limits, log } = this.options
    if (this.comparing) return
    this.comparing = true
    try {
      const sessions = [...held.values()].filter(({ alive }) => alive)
      const ask: SessionsRequest = {
        prefix: this.prefix,
        device_ids: sessions.map(({ device_id }) => device_id),
        sessions: sessions.map(({ session }) => session),
      }
      const { away, ended } = await bus.request<SessionsAnswer>(sessionsSubject, ask, limits.identifyMs)
      for (const id of away) this.doubt(held.get(id))
      if (ended.length > 0) this.end(ended)
    } catch (error) {
      log.debug({ error: String(error) }, 'sessions are not compared')
    } finally {
      this.comparing = false
    }
  }

  private doubt(one: HeldSession | undefined): void {
    if (!one?.alive || this.away.has(one)) return
    this.away.set(one, this.now())
    one.ping()
  }

  /** Sessions are created here and never reused: one without a connection has ended. */
  private end(ended: readonly Departure[]): void {
    const there = new Set<string>()
    for (const { session } of this.options.all) there.add(session)
    for (const { one } of this.awaited.values()) there.add(one.session)
    for (const one of ended) if (!there.has(one.session)) this.options.depart(one)
  }

  /** Records as online the devices that have sent data since. */
  private async resume(): Promise<void> {
    const { bus, limits, log } = this.options
    if (this.resuming) return
    this.resuming = true
    const shown: HeldSession[] = []
    for (const [one, since] of this.away) {
      if (!one.alive) this.away.delete(one)
      else if (one.heardAt > since && shown.length < limits.resumed) shown.push(one)
    }
    try {
      if (shown.length === 0) return
      const list = shown.map(({ device_id, session, address }) => ({ device_id, session, address }))
      const resumed = new Set(await bus.request<number[]>(resumeSubject, list, limits.identifyMs))
      for (const one of shown) {
        this.away.delete(one)
        if (resumed.has(one.device_id)) one.resumed()
      }
    } catch (error) {
      log.debug({ error: String(error) }, 'sessions are not taken up')
    } finally {
      this.resuming = false
    }
  }

  private now(): number {
    return this.options.now?.() ?? performance.now()
  }
}
