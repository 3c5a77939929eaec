import type { WebSocket } from 'ws'
import type { Abilities } from '@belvedere/drivers/kit/define-protocol.ts'
import { readConnect, type UcentralCommand, type UcentralHello } from '@belvedere/drivers/protocol/ucentral/protocol.ts'
import type { Reading } from '@belvedere/drivers/kit/reading.ts'
import type { Loose } from '@belvedere/drivers/kit/coerce.ts'
import type { CommandResult, DeviceEvent, LogLine } from '@belvedere/drivers/kit/facts.ts'
import { linesOfEvent } from '@belvedere/drivers/kit/log-lines.ts'
import { uuidOf } from '@belvedere/drivers/protocol/ucentral/decode.ts'
import {
  commandSubject,
  type DeviceKey,
  deviceConnected,
  deviceEvent,
  deviceDisconnected,
  type IdentifyAnswer,
  type IdentifyRequest,
  identifySubject,
  isStreamName,
  streamSubject,
} from '../../devices/device-link.ts'
import type { CertificateNames, DoorReason } from '../../devices/door-link.ts'
import { type Bearer, serialOf } from './listener/certificate.ts'
import { inflateParams, type Inflated, type FrameParams } from './compression.ts'
import { count, countClose, countFault, countMessage, countRefused } from './counters.ts'
import { readFrame } from './frames.ts'
import type { DeviceConnection } from './device-connection.ts'
import type { UcentralDriver } from './drivers.ts'
import { depart, type Hub, sharedAbilities } from './hub.ts'
import { contestedSubject, holderSubject, type Rival } from './rivals.ts'
import type { WheelEntry } from './connection-timer-wheel.ts'

/** Reasons why a connection is not read at present; several may apply. */
const ASKING = 1
const INFLATING = 2
const SLOWED = 4
const CROWDED = 8

/** Close codes of RFC 6455. */
const POLICY = 1008
const TRY_AGAIN = 1013
const GOING_AWAY = 1001
const BROKE = 1011
const RESTART = 1012

/** Its certificate, before its first message. */
export interface DialIdentity {
  readonly names: CertificateNames
  /** The host name that it used for us; '' when it sent none. */
  readonly host: string
  readonly address: string
}

/** The reasons for the end of a connection that keep a device offline. */
const isDoorReason = (why: string): why is DoorReason =>
  why === 'no-connect' || why === 'serial-mismatch' || why === 'no-driver'

/**
 * One device on one socket. A process has ten thousand of them, so the object has plain fields only: no closures, no parsed
 * documents, no certificate. Shared data is in the hub.
 */
export class UcentralConnection implements DeviceConnection, WheelEntry {
  readonly hub: Hub
  readonly socket: WebSocket
  readonly serial: string
  /** The host name that it used for us; '' when it sent none. */
  readonly dialled: string
  /** Until it is identified. */
  private key: DeviceKey | undefined
  private names: CertificateNames | undefined
  readonly address: string
  driver: UcentralDriver | undefined
  can: Abilities | undefined
  /** 0 until identified. */
  device_id = 0
  scene_id = 0
  session = ''
  /** Supports `compress_64` commands. */
  inflates = false
  private held = 0
  private waiting: Buffer[] | undefined
  private silent = 0
  /** Time of the last received data, ms. */
  heardAt = 0
  /** It sent messages since the last interval; pongs do not count. */
  private spoke = false
  private pinged = false
  private faults = 0
  /** Time up to which the separate allowance for requested data is used; bytes of the present message; sessions opened on it. */
  private askedUntil = 0
  private taking = 0
  private streams: Set<string> | undefined
  /** The time at which a device with the sustained rate would have sent the received data, ms: by messages, and by bytes. */
  private messagesUntil = 0
  private bytesUntil = 0
  /** Time of the last report to its scene that it sends too much, ms. */
  private floodNoticeAt = Number.NEGATIVE_INFINITY
  private afterwards = 0
  /** Time of the pending ping, and round-trip time of the last one, ms; -1: unknown. */
  private pingedAt = 0
  private rtt = -1
  private slot: number
  private stopServing: (() => void) | undefined
  /** Set while other gateways query it as the holder of a contested serial number. */
  private stopHolding: (() => void) | undefined
  /** Serial number and key: shared by two devices with one certificate. */
  private readonly bearer: string
  /** Callers that wait for a sign of life. */
  private doubting: ((there: boolean) => void)[] | undefined
  /** Why it ends; empty while it is open. */
  private ending = ''

  constructor(hub: Hub, socket: WebSocket, { serial, key }: Bearer, { names, host, address }: DialIdentity) {
    this.hub = hub
    this.socket = socket
    this.serial = serial
    this.dialled = host
    this.bearer = `${serial} ${key?.fingerprint ?? ''}`
    this.key = key
    this.names = names
    this.address = address
    this.slot = hub.wheel.add(this, hub.limits.helloSeconds)
    hub.all.add(this)
  }

  get alive(): boolean {
    return this.ending === ''
  }

  get stopping(): boolean {
    return this.hub.stopping
  }

  runShell(command: UcentralCommand, args: Loose, timeout: number): Promise<CommandResult> {
    return this.hub.shells.run(this, command, args, timeout)
  }

  /** Handles every message. */
  receive(data: Buffer): void {
    if (this.ending) return this.discard(data)
    this.silent = 0
    this.spoke = true
    if (this.doubting) this.showsItself(true)
    this.measure(data.length)
    if (this.held & (ASKING | INFLATING)) this.keep(data)
    else this.take(data)
  }

  /** A device that was asked to disconnect may have data in transit; one that continues to send is cut off. */
  private discard({ length }: Buffer): void {
    this.afterwards += length
    if (this.afterwards > this.hub.limits.afterwards) this.socket.terminate()
  }

  /** A ping or pong. They count against the limits too: a flood of them is work as well. */
  sign(): void {
    this.silent = 0
    if (this.doubting) this.showsItself(true)
    this.measure(0)
  }

  /** The answer to our ping: measures the round-trip time. */
  ponged(): void {
    this.sign()
    if (this.pingedAt > 0) this.rtt = performance.now() - this.pingedAt
    this.pingedAt = 0
  }

  /** Its presence is doubtful: it must give a sign of life within seconds, or is cut off. */
  probe(): void {
    const { hub } = this
    if (this.ending || !this.driver || this.silent >= hub.limits.misses) return
    this.silent = hub.limits.misses
    this.socket.ping()
    hub.wheel.remove(this, this.slot)
    this.slot = hub.wheel.add(this, hub.limits.probeSeconds)
  }

  /** Whether it gives a sign of life within seconds. A connection that is not read at present cannot, and counts as alive. */
  isThere(): Promise<boolean> {
    if (this.ending) return Promise.resolve(false)
    return new Promise((resolve) => {
      this.doubting ??= []
      this.doubting.push(resolve)
      this.probe()
      const { probeSeconds, tickMs } = this.hub.limits
      setTimeout(() => resolve(!this.ending), (probeSeconds + 2) * tickMs).unref()
    })
  }

  private showsItself(there: boolean): void {
    const { doubting } = this
    this.doubting = undefined
    for (const resolve of doubting ?? []) resolve(there)
  }

  /** The socket is closed, by either side; `goodbye`: the device sent or answered a close frame. */
  gone(goodbye: boolean): void {
    const { hub } = this
    const current = hub.bySerial.get(this.serial) === this
    // it completed the handshake and closed: usually our certificate lacks the name that it dialled
    if (!this.ending && !this.driver && !(this.held & ASKING)) this.noteRefused('left')
    if (this.ending === 'replaced' && goodbye) this.gaveWay()
    this.ending ||= 'closed'
    this.waiting = undefined
    hub.wheel.remove(this, this.slot)
    hub.all.delete(this)
    hub.slowed.delete(this)
    this.forget()
    if (current && !hub.stopping && this.ending !== 'released') hub.sessions.gone(this)
  }

  /** Removes this connection from all indexes; its pending commands are answered or kept for the next one. */
  private forget(): void {
    const { hub } = this
    this.showsItself(false)
    this.stopServing?.()
    this.stopServing = undefined
    this.stopHolding?.()
    this.stopHolding = undefined
    if (hub.byDevice.get(this.device_id) === this) hub.byDevice.delete(this.device_id)
    if (hub.bySerial.get(this.serial) === this) hub.bySerial.delete(this.serial)
    hub.commands.connectionLost(this)
    hub.late.disconnected(this)
    hub.renewals.disconnected(this)
  }

  /** The timer fires once at the deadline of the first message, then once per interval. */
  due(): void {
    if (this.ending) return
    if (this.driver) return this.isSilent() ? this.cut() : this.beat(this.driver.protocol.pingSeconds)
    if (!(this.held & ASKING)) return this.end('no-connect')
    this.slot = this.hub.wheel.add(this, this.hub.limits.helloSeconds)
  }

  /** A device that is not read, because it sends too much or the store is behind, cannot give a sign of life. */
  private isSilent(): boolean {
    return this.silent >= this.hub.limits.misses && !this.held
  }

  /** Closes with a reason; the device gets the reason, and is recorded as disconnected when it was identified. */
  end(why: string, code = POLICY): void {
    if (this.ending) return
    this.ending = why
    this.waiting = undefined
    if (why !== 'stopping') countClose(why)
    if (isDoorReason(why)) this.noteRefused(why)
    this.hub.log.debug({ serial: this.serial, why }, 'device connection closed')
    if (this.held) this.socket.resume()
    this.socket.close(code, why)
  }

  /** For a device that was refused. */
  private noteRefused(reason: DoorReason): void {
    if (this.names && !this.hub.stopping) this.hub.refusals.note(reason, this.address, this.names, this.dialled)
  }

  /** Counts a malformed message; many end the connection. */
  fault(why: string): void {
    countFault(why)
    if (++this.faults >= this.hub.limits.faults) this.end('malformed')
  }

  /** Its data caused an error in the gateway: it is disconnected, and may reconnect. */
  broke(error: unknown): void {
    this.hub.log.error(
      { serial: this.serial, error: String((error as Error)?.stack ?? error) },
      'device connection broke',
    )
    try {
      this.end('broke', BROKE)
    } catch {
      this.socket.terminate()
    }
  }

  /** Sends a text; false when the device does not read. */
  send(text: string): boolean {
    if (this.ending || this.socket.bufferedAmount > this.hub.limits.unsent) return false
    this.socket.send(text)
    return true
  }

  /** Another connection of the same device replaced this one, here or on another gateway. */
  replaced(): void {
    this.forget()
    this.end('replaced')
  }

  /** It was replaced although its device was alive: repeatedly, that means two devices with one certificate. */
  private gaveWay(): void {
    const { serial, bearer, address, hub } = this
    if (hub.rivals.replaced(bearer)) hub.bus.publish(contestedSubject, { serial, bearer, address } satisfies Rival)
  }

  /** A contest for its serial number was published. */
  contested({ bearer, address }: Rival): void {
    if (bearer !== this.bearer) return
    this.holdContested()
    this.reportRival(address)
  }

  /** From now on it answers queries of gateways to which another device with its certificate connects. */
  private holdContested(): void {
    const { bus } = this.hub
    this.stopHolding ??= bus.serve(holderSubject(this.serial), (rival: Rival) => this.keepsFrom(rival))
  }

  /** Raises the alarm for two devices with one certificate in its scene. */
  private reportRival(refused: string): void {
    this.hub.log.warn({ serial: this.serial, kept: this.address, refused }, 'two devices with one serial number')
    if (this.scene_id)
      this.reportEvent({
        at: this.hub.now(),
        type: 'device.duplicate',
        severity: 2,
        data: { kept: this.address, refused },
      })
  }

  /**
   * The serial number is contested and another connection has it, here or on another gateway, and is alive: this one is refused.
   */
  private async isRival(): Promise<boolean> {
    const { serial, bearer, address, hub } = this
    if (!hub.rivals.isContested(bearer)) return false
    const rival: Rival = { serial, bearer, address }
    const holder = hub.bySerial.get(serial)
    if (holder) return holder !== this && holder.keepsFrom(rival)
    // no gateway has it, or its gateway has stopped: then it is free
    const kept = await hub.bus.request<boolean>(holderSubject(serial), rival, hub.limits.holderMs).catch(() => false)
    if (kept) hub.rivals.goesOn(bearer)
    return kept
  }

  /** Whether it is alive, and keeps its place when this rival connects. */
  async keepsFrom({ bearer, address }: Rival): Promise<boolean> {
    const { rivals, bySerial } = this.hub
    if (bearer !== this.bearer || !(await this.isThere()) || bySerial.get(this.serial) !== this) return false
    if (rivals.goesOn(bearer)) this.reportRival(address)
    return true
  }

  /** Its row was removed: it must reconnect and is identified again. */
  released(): void {
    this.end('released', RESTART)
  }

  stop(): void {
    this.end('stopping', GOING_AWAY)
  }

  /** Cuts the connection without a close frame. */
  private cut(): void {
    this.end('silent')
    this.socket.terminate()
  }

  private beat(seconds: number): void {
    this.silent++
    if (this.faults > 0) this.faults--
    // an active device is alive, and is pinged only every second interval: a ping and its pong cost as much as a message
    this.pinged = !(this.spoke && this.pinged)
    this.spoke = false
    if (this.pinged) {
      this.pingedAt = performance.now()
      this.socket.ping()
    }
    this.slot = this.hub.wheel.add(this, seconds)
  }

  /** A device that sends too much is read later, not disconnected: TCP flow control makes it wait. */
  private measure(bytes: number): void {
    const { messageMs, bytesPerMs, aheadMs, slowedMs } = this.hub.limits
    const now = performance.now()
    this.heardAt = now
    // one read of the socket may deliver more than the rate of a minute: the pause is never longer than that
    const most = now + aheadMs + slowedMs
    this.messagesUntil = Math.min(most, Math.max(this.messagesUntil, now) + messageMs)
    this.bytesUntil = Math.min(most, Math.max(this.bytesUntil, now) + bytes / bytesPerMs)
    if (this.held & SLOWED || this.isWithin(now)) return
    count.slowed.inc()
    this.hold(SLOWED)
    this.hub.slowed.add(this)
    this.noticeFlood()
  }

  /** The present message was requested; a device that sends more than any request needs is limited all the same. */
  private wasAsked(): void {
    const { messageMs, bytesPerMs, askedMs, askedAheadMs } = this.hub.limits
    const now = performance.now()
    if (this.askedUntil - now > askedAheadMs) return
    this.askedUntil = Math.max(this.askedUntil, now) + askedMs
    this.messagesUntil -= messageMs
    this.bytesUntil -= this.taking / bytesPerMs
  }

  /** Called for commands that open and close shells and tunnels: their pieces count as requested. */
  noteStream(op: unknown, session: unknown): void {
    if (typeof session !== 'string') return
    this.streams ??= new Set()
    if (op === 'close') this.streams.delete(session)
    else if (op === 'open' && this.streams.size < this.hub.limits.streams) this.streams.add(session)
  }

  private isWithin(now: number): boolean {
    return Math.max(this.messagesUntil, this.bytesUntil) - now <= this.hub.limits.aheadMs
  }

  /** Called every tick while reading is paused; false when it continues. */
  stillSlowed(now: number): boolean {
    if (!this.ending && !this.isWithin(now)) return true
    this.release(SLOWED)
    return false
  }

  /** Notifies the scene of the device, at most once a minute. */
  private noticeFlood(): void {
    const now = performance.now()
    if (!this.driver || now - this.floodNoticeAt < this.hub.limits.floodNoticeMs) return
    this.floodNoticeAt = now
    this.reportEvent({ at: this.hub.now(), type: 'device.flooding' })
  }

  private hold(reason: number): void {
    if (this.held === 0) this.socket.pause()
    this.held |= reason
  }

  /** The store is behind: reading is paused until there is room. */
  waitFor(room: Promise<void>): void {
    this.hold(CROWDED)
    room.then(() => this.release(CROWDED)).catch((error: unknown) => this.broke(error))
  }

  private release(reason: number): void {
    if (!(this.held & reason)) return
    this.held &= ~reason
    if (this.ending) return
    if (!(this.held & (ASKING | INFLATING))) this.drain()
    if (this.held === 0) this.socket.resume()
  }

  /** Data that was already in the buffer when reading was paused. */
  private keep(data: Buffer): void {
    this.waiting ??= []
    if (this.waiting.length >= this.hub.limits.heldMessages) return this.end('impatient')
    this.waiting.push(data)
  }

  private drain(): void {
    while (this.waiting && !this.ending && !(this.held & (ASKING | INFLATING))) {
      const data = this.waiting.shift()
      if (data) this.take(data)
      else this.waiting = undefined
    }
  }

  private take(data: Buffer): void {
    this.taking = data.length
    const frame = readFrame(data)
    if (frame.kind === 'event') this.event(frame.method, frame.params)
    else if (frame.kind === 'malformed') this.fault(frame.why)
    else if (!this.driver) this.fault('before connect')
    else if (frame.kind === 'result') this.answered(frame.id, frame.result)
    else countMessage('radius')
  }

  private answered(id: number, result: FrameParams): void {
    if (this.hub.commands.answered(this, id, result)) this.wasAsked()
  }

  private event(method: string, params: FrameParams): void {
    const packed = params.compress_64
    if (typeof packed !== 'string') return this.plain(method, params)
    const inner = inflateParams(packed, this.hub.limits.inflated)
    if (!(inner instanceof Promise)) return this.inflated(method, inner)
    this.hold(INFLATING)
    inner.then((late) => this.inflated(method, late)).catch((error: unknown) => this.broke(error))
  }

  private inflated(method: string, { params, bytes }: Inflated): void {
    if (this.ending) return
    this.measure(bytes)
    if (params) this.plain(method, params)
    else this.fault('not inflatable')
    this.release(INFLATING)
  }

  private plain(method: string, params: FrameParams): void {
    if (method === 'connect') return this.connect(params)
    if (!this.driver) return this.fault('before connect')
    if (!countMessage(method)) this.hub.log.debug({ serial: this.serial, method }, 'unknown method')
    const reading = this.read(this.driver, method, params)
    if (reading.facts) this.report(reading.facts)
    if (reading.late) this.hub.late.receive(this, reading.late)
    if (reading.logs && this.can?.logs) this.log(reading.logs.lines)
    for (const event of reading.events ?? []) this.reportEvent(event)
    for (const { session, ...piece } of reading.streams ?? []) this.stream(session, piece)
    this.hub.commands.settleBy(this, method, params)
  }

  private stream(session: string, piece: object): void {
    if (this.streams?.has(session)) this.wasAsked()
    if ('closed' in piece) this.streams?.delete(session)
    if (isStreamName(session)) this.hub.bus.publish(streamSubject(this.device_id, session), piece)
    else this.fault('stream without a name')
  }

  /** Drivers do not throw; if one does, its device must not stop the gateway. */
  private read(driver: UcentralDriver, method: string, params: FrameParams): Reading {
    try {
      return driver.decode(method, params)
    } catch (error) {
      this.hub.log.error({ serial: this.serial, family: driver.family, method, error: String(error) }, 'driver failed')
      return {}
    }
  }

  private report(facts: NonNullable<Reading['facts']>): void {
    const { device_id, scene_id, session } = this
    if (this.rtt >= 0) facts.path = { rtt_ms: this.rtt }
    if (!this.hub.ingest.push({ device_id, scene_id, at: this.hub.now(), session, facts })) this.noticeFlood()
  }

  private log(lines: readonly LogLine[], heard?: true): void {
    const { device_id, scene_id } = this
    if (scene_id === 0 || lines.length === 0) return
    this.hub.logs.push({ device_id, scene_id, source: '', at: this.hub.now(), lines, ...(heard && { heard }) })
  }

  /** Clocks of devices are wrong after a power loss: a time before the product's release or in the future is replaced by ours. */
  reportEvent(event: DeviceEvent): void {
    const { device_id, scene_id } = this
    const now = this.hub.now()
    const at = event.at < 1_600_000_000 || event.at > now + 120 ? now : event.at
    this.hub.emit(deviceEvent, { device_id, scene_id, event: { ...event, at } })
    this.log(linesOfEvent(event), true)
  }

  /** The first message. A later one on the same connection has no effect. */
  private connect(params: FrameParams): void {
    countMessage('connect')
    if (this.driver || this.held & ASKING) return
    if (params.serial !== undefined && serialOf(params.serial) !== this.serial) return this.end('serial-mismatch')
    if (typeof params.capabilities !== 'object' || params.capabilities === null)
      return this.fault('connect without capabilities')
    const hello: UcentralHello = { ...readConnect(params), serial: this.serial }
    const driver = this.hub.drivers.find((one) => one.protocol.matches(hello))
    if (!driver) return this.end('no-driver')
    this.hold(ASKING)
    this.identify(driver, hello, uuidOf(params.uuid) ?? 0).catch((error: unknown) => this.broke(error))
  }

  private async identify(driver: UcentralDriver, hello: UcentralHello, config_uuid: number): Promise<void> {
    const { hub, serial, key } = this
    const identity = driver.protocol.identify(hello)
    this.session = hub.sessions.name()
    const { session, address } = this
    // checked before the device room is called: after that call the device would be online by this connection
    if (await this.isRival()) return this.refuse('duplicate')
    if (this.ending) return
    const ask: IdentifyRequest = {
      id: { scheme: 'mac', value: serial },
      simulated: key?.issuer === 'simulated',
      ...(key && { key }),
      address,
      family: driver.family,
      identity,
      config_uuid,
      reason: hello.reason,
      session,
    }
    const request = hub.released.mark()
    try {
      const ms = hub.limits.identifyMs
      const answer = await hub.identifySemaphore.pass(() => hub.bus.request<IdentifyAnswer>(identifySubject, ask, ms))
      // it disconnected while its identification was stored
      if (this.ending) return this.depart(answer)
      if (answer.refused) return this.refuse(answer.refused)
      // its row was removed, or its key changed, during the identification
      if (hub.released.since(answer.device_id, request)) {
        this.depart(answer)
        return this.released()
      }
      this.can = sharedAbilities(hub, identity)
      this.inflates = hello.capabilities.compress_cmd === true
      this.settle(driver, answer, address, hello.reason, config_uuid)
    } catch (error) {
      hub.log.warn({ serial, error: String(error) }, 'device could not be identified')
      this.end('not-identified', TRY_AGAIN)
    }
  }

  private refuse(why: NonNullable<IdentifyAnswer['refused']> | 'duplicate'): void {
    const { address } = this
    const { fingerprint, issuer, certificate } = this.key ?? {}
    this.hub.log.info({ serial: this.serial, why, address, fingerprint, issuer, certificate }, 'device refused')
    countRefused(why)
    this.noteRefused(why)
    this.end(why === 'duplicate' ? why : 'refused')
  }

  /** From here on this is the connection of the device; an older one is closed. */
  private settle(
    driver: UcentralDriver,
    answer: IdentifyAnswer,
    address: string,
    reason: string | undefined,
    uuid: number,
  ): void {
    const { hub, serial, session } = this
    const { device_id, scene_id } = answer
    const older = hub.bySerial.get(serial)
    hub.bySerial.set(serial, this)
    hub.byDevice.set(device_id, this)
    this.driver = driver
    this.device_id = device_id
    this.scene_id = scene_id
    older?.replaced()
    this.stopServing = hub.bus.serve(commandSubject(device_id), (payload: never) => hub.commands.run(this, payload))
    if (hub.rivals.isContested(this.bearer)) this.holdContested()
    hub.emit(deviceConnected, { device_id, scene_id, serial, at: hub.now(), session, address, reason })
    hub.commands.connectionResumed(this, uuid)
    hub.wheel.remove(this, this.slot)
    this.slot = hub.wheel.add(this, driver.protocol.pingSeconds)
    if (this.can?.late) hub.late.connected(this)
    if (this.key) hub.renewals.connected(this, this.key)
    this.key = this.names = undefined
    this.release(ASKING)
  }

  /** Its device has been offline for this number of seconds. */
  left(ago: number): void {
    const { device_id, scene_id, serial, session, ending, hub } = this
    const at = hub.now() - ago
    hub.emit(deviceDisconnected, { device_id, scene_id, serial, at, session, reason: ending })
    depart(hub, { device_id, scene_id, session, ago })
  }

  /** Events may be lost; the presence of a device must not be. */
  private depart({ device_id, scene_id }: Pick<IdentifyAnswer, 'device_id' | 'scene_id'>): void {
    depart(this.hub, { device_id, scene_id, session: this.session })
  }

  /** Pings it for a sign of life; `heardAt` has the result. */
  ping(): void {
    this.socket.ping()
  }

  /** The store did not show it online by this session, and does now. */
  resumed(): void {
    const { hub, device_id, scene_id, serial, session, address } = this
    // it disconnected while that was stored
    if (this.ending) this.depart(this)
    else hub.emit(deviceConnected, { device_id, scene_id, serial, at: hub.now(), session, address })
  }
}
