import type { WebSocket } from 'ws'
import type { Abilities } from '@belvedere/drivers/kit/define-protocol.ts'
import { readConnect, type UcentralHello } from '@belvedere/drivers/protocol/ucentral/protocol.ts'
import type { Reading } from '@belvedere/drivers/kit/reading.ts'
import type { DeviceEvent, LogLine } from '@belvedere/drivers/kit/facts.ts'
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
import { type Bearer, serialOf } from './certificate.ts'
import { inflateParams, type Inflated, type FrameParams } from './compression.ts'
import { count, countClose, countFault, countMessage, countRefused } from './counters.ts'
import { readFrame } from './frames.ts'
import { depart, type Hub, sharedAbilities, type UcentralDriver } from './hub.ts'
import { contestedSubject, holderSubject, type Rival } from './rivals.ts'
import type { WheelEntry } from './connection-timer-wheel.ts'

/** Why a connection is not read for the moment; several may hold. */
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
  /** The name by which it reached us; '' when it did not say. */
  readonly host: string
  readonly address: string
}

/** Of the ways a connection ends, those that keep a device out. */
const isDoorReason = (why: string): why is DoorReason =>
  why === 'no-connect' || why === 'serial-mismatch' || why === 'no-driver'

/**
 * One device on one socket. Ten thousand of them live in a process, so it holds plain fields only: no closures, no parsed
 * documents, no certificate; what is common is in the hub.
 */
export class UcentralConnection implements WheelEntry {
  readonly hub: Hub
  readonly socket: WebSocket
  readonly serial: string
  /** The name by which it reached us; '' when it did not say. */
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
  /** Takes `compress_64` commands. */
  inflates = false
  private held = 0
  private waiting: Buffer[] | undefined
  private silent = 0
  /** When anything last came of it, ms. */
  heardAt = 0
  /** It spoke since the last beat; pongs are no speech. */
  private spoke = false
  private pinged = false
  private faults = 0
  /** Up to when what was asked for has used its own allowance; bytes of the message at hand; sessions opened on it. */
  private askedUntil = 0
  private taking = 0
  private streams: Set<string> | undefined
  /** When a device that sends at the sustained rate would have sent what was received, ms: by messages, and by bytes. */
  private messagesUntil = 0
  private bytesUntil = 0
  /** When its scene was last told that it sends too much, ms. */
  private floodNoticeAt = Number.NEGATIVE_INFINITY
  private afterwards = 0
  /** When the ping under way was sent, and how long the last one took, ms; -1: nobody knows. */
  private pingedAt = 0
  private rtt = -1
  private slot: number
  private stopServing: (() => void) | undefined
  /** Set while other gateways ask for it as the holder of a contested serial number. */
  private stopHolding: (() => void) | undefined
  /** Serial number and key: what two devices of one certificate have in common. */
  private readonly bearer: string
  /** Those who wait for a sign of it. */
  private doubting: ((there: boolean) => void)[] | undefined
  /** Why it ends; empty while it lives. */
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

  /** Every message comes in here. */
  hear(data: Buffer): void {
    if (this.ending) return this.overhear(data)
    this.silent = 0
    this.spoke = true
    if (this.doubting) this.showsItself(true)
    this.measure(data.length)
    if (this.held & (ASKING | INFLATING)) this.keep(data)
    else this.take(data)
  }

  /** Who was told to go may have something on the way; who goes on talking is cut. */
  private overhear({ length }: Buffer): void {
    this.afterwards += length
    if (this.afterwards > this.hub.limits.afterwards) this.socket.terminate()
  }

  /** A ping or pong. They are counted too: a flood of them is work as well. */
  sign(): void {
    this.silent = 0
    if (this.doubting) this.showsItself(true)
    this.measure(0)
  }

  /** The answer to our ping: how long the way there and back takes. */
  ponged(): void {
    this.sign()
    if (this.pingedAt > 0) this.rtt = performance.now() - this.pingedAt
    this.pingedAt = 0
  }

  /** There is reason to doubt that it is there: it shows a sign within seconds, or is cut. */
  probe(): void {
    const { hub } = this
    if (this.ending || !this.driver || this.silent >= hub.limits.misses) return
    this.silent = hub.limits.misses
    this.socket.ping()
    hub.wheel.remove(this, this.slot)
    this.slot = hub.wheel.add(this, hub.limits.probeSeconds)
  }

  /** Whether it shows a sign within seconds. One that is not read for the moment cannot, and counts as there. */
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
    // it completed the handshake and closed: usually our certificate lacks the name it dialled
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

  /** Nobody finds this connection any more; what it was doing is answered or kept for the next one. */
  private forget(): void {
    const { hub } = this
    this.showsItself(false)
    this.stopServing?.()
    this.stopServing = undefined
    this.stopHolding?.()
    this.stopHolding = undefined
    if (hub.byDevice.get(this.device_id) === this) hub.byDevice.delete(this.device_id)
    if (hub.bySerial.get(this.serial) === this) hub.bySerial.delete(this.serial)
    hub.commands.lost(this)
    hub.late.gone(this)
    hub.renewals.gone(this)
  }

  /** Wakes once for the deadline of the first message, then once a beat. */
  due(): void {
    if (this.ending) return
    if (this.driver) return this.isSilent() ? this.cut() : this.beat(this.driver.protocol.pingSeconds)
    if (!(this.held & ASKING)) return this.end('no-connect')
    this.slot = this.hub.wheel.add(this, this.hub.limits.helloSeconds)
  }

  /** A device that is not read, because it sends too much or the store is behind, cannot show that it is there. */
  private isSilent(): boolean {
    return this.silent >= this.hub.limits.misses && !this.held
  }

  /** Closes with a reason; the device is told, and counted as left when it was known. */
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

  /** Of a device that was not let in. */
  private noteRefused(reason: DoorReason): void {
    if (this.names && !this.hub.stopping) this.hub.refusals.note(reason, this.address, this.names, this.dialled)
  }

  /** A message that should not have been; many end the connection. */
  fault(why: string): void {
    countFault(why)
    if (++this.faults >= this.hub.limits.faults) this.end('malformed')
  }

  /** What it sent made us fail: it goes, and may come again. */
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

  /** Puts a text on the wire; false when the device does not read. */
  send(text: string): boolean {
    if (this.ending || this.socket.bufferedAmount > this.hub.limits.unsent) return false
    this.socket.send(text)
    return true
  }

  /** Another connection of the same device took over, here or on another gateway. */
  replaced(): void {
    this.forget()
    this.end('replaced')
  }

  /** It was replaced although it was there: repeated, that means two devices with one certificate. */
  private gaveWay(): void {
    const { serial, bearer, address, hub } = this
    if (hub.rivals.replaced(bearer)) hub.bus.publish(contestedSubject, { serial, bearer, address } satisfies Rival)
  }

  /** The contest for its serial number was published. */
  contested({ bearer, address }: Rival): void {
    if (bearer !== this.bearer) return
    this.holdContested()
    this.reportRival(address)
  }

  /** From now on it answers gateways that another device of its certificate connects to. */
  private holdContested(): void {
    const { bus } = this.hub
    this.stopHolding ??= bus.serve(holderSubject(this.serial), (rival: Rival) => this.keepsFrom(rival))
  }

  /** Raises the alarm of two devices with one certificate in its scene. */
  private reportRival(refused: string): void {
    this.hub.log.warn({ serial: this.serial, kept: this.address, refused }, 'two devices with one serial number')
    if (this.scene_id)
      this.happened({
        at: this.hub.now(),
        type: 'device.duplicate',
        severity: 2,
        data: { kept: this.address, refused },
      })
  }

  /** The serial number is contested and another connection has it, here or on another gateway, which is there: this one is refused. */
  private async isRival(): Promise<boolean> {
    const { serial, bearer, address, hub } = this
    if (!hub.rivals.isContested(bearer)) return false
    const rival: Rival = { serial, bearer, address }
    const holder = hub.bySerial.get(serial)
    if (holder) return holder !== this && holder.keepsFrom(rival)
    // no gateway has it, or its gateway is gone: then nothing stands in the way
    const kept = await hub.bus.request<boolean>(holderSubject(serial), rival, hub.limits.holderMs).catch(() => false)
    if (kept) hub.rivals.goesOn(bearer)
    return kept
  }

  /** Whether it is there, and keeps its place when this rival connects. */
  private async keepsFrom({ bearer, address }: Rival): Promise<boolean> {
    const { rivals, bySerial } = this.hub
    if (bearer !== this.bearer || !(await this.isThere()) || bySerial.get(this.serial) !== this) return false
    if (rivals.goesOn(bearer)) this.reportRival(address)
    return true
  }

  /** Its row is gone: it dials again and is identified again. */
  released(): void {
    this.end('released', RESTART)
  }

  stop(): void {
    this.end('stopping', GOING_AWAY)
  }

  /** Nobody is there to say goodbye to. */
  private cut(): void {
    this.end('silent')
    this.socket.terminate()
  }

  private beat(seconds: number): void {
    this.silent++
    if (this.faults > 0) this.faults--
    // who speaks is there, and hears so from every other beat: a ping and its answer cost as much as a message
    this.pinged = !(this.spoke && this.pinged)
    this.spoke = false
    if (this.pinged) {
      this.pingedAt = performance.now()
      this.socket.ping()
    }
    this.slot = this.hub.wheel.add(this, seconds)
  }

  /** A device that sends too much is read later, it is not cut off: its own TCP makes it wait. */
  private measure(bytes: number): void {
    const { messageMs, bytesPerMs, aheadMs, slowedMs } = this.hub.limits
    const now = performance.now()
    this.heardAt = now
    // one read of the socket may bring more than is allowed in a minute: nobody is made to wait longer
    const most = now + aheadMs + slowedMs
    this.messagesUntil = Math.min(most, Math.max(this.messagesUntil, now) + messageMs)
    this.bytesUntil = Math.min(most, Math.max(this.bytesUntil, now) + bytes / bytesPerMs)
    if (this.held & SLOWED || this.isWithin(now)) return
    count.slowed.inc()
    this.hold(SLOWED)
    this.hub.slowed.add(this)
    this.noticeFlood()
  }

  /** The message at hand was asked for; a device that answers more than anybody asks is counted all the same. */
  private wasAsked(): void {
    const { messageMs, bytesPerMs, askedMs, askedAheadMs } = this.hub.limits
    const now = performance.now()
    if (this.askedUntil - now > askedAheadMs) return
    this.askedUntil = Math.max(this.askedUntil, now) + askedMs
    this.messagesUntil -= messageMs
    this.bytesUntil -= this.taking / bytesPerMs
  }

  /** Told of commands that open and close shells and tunnels: their pieces are asked for. */
  streamAsked(op: unknown, session: unknown): void {
    if (typeof session !== 'string') return
    this.streams ??= new Set()
    if (op === 'close') this.streams.delete(session)
    else if (op === 'open' && this.streams.size < this.hub.limits.streams) this.streams.add(session)
  }

  private isWithin(now: number): boolean {
    return Math.max(this.messagesUntil, this.bytesUntil) - now <= this.hub.limits.aheadMs
  }

  /** Called every tick while it is read no further; false when it is read again. */
  stillSlowed(now: number): boolean {
    if (!this.ending && !this.isWithin(now)) return true
    this.release(SLOWED)
    return false
  }

  /** The scene of the device is told, at most once a minute. */
  private noticeFlood(): void {
    const now = performance.now()
    if (!this.driver || now - this.floodNoticeAt < this.hub.limits.floodNoticeMs) return
    this.floodNoticeAt = now
    this.happened({ at: this.hub.now(), type: 'device.flooding' })
  }

  private hold(reason: number): void {
    if (this.held === 0) this.socket.pause()
    this.held |= reason
  }

  /** The store is behind: it is read no further until there is room. */
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

  /** What was already in the buffer when reading was paused. */
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
    if (reading.late) this.hub.late.heard(this, reading.late)
    if (reading.logs && this.can?.logs) this.log(reading.logs.lines)
    for (const event of reading.events ?? []) this.happened(event)
    for (const { session, ...piece } of reading.streams ?? []) this.stream(session, piece)
    this.hub.commands.heard(this, method, params)
  }

  private stream(session: string, piece: object): void {
    if (this.streams?.has(session)) this.wasAsked()
    if ('closed' in piece) this.streams?.delete(session)
    if (isStreamName(session)) this.hub.bus.publish(streamSubject(this.device_id, session), piece)
    else this.fault('stream without a name')
  }

  /** Drivers do not throw; should one, its device must not take the gateway along. */
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

  /** Clocks of devices are wrong after a power cut: a time before the product or in the future is replaced by ours. */
  happened(event: DeviceEvent): void {
    const { device_id, scene_id } = this
    const now = this.hub.now()
    const at = event.at < 1_600_000_000 || event.at > now + 120 ? now : event.at
    this.hub.emit(deviceEvent, { device_id, scene_id, event: { ...event, at } })
    this.log(linesOfEvent(event), true)
  }

  /** The first message. A later one on the same connection tells nothing new. */
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
    // asked before the device room is: from then on the device would be online by this connection
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
      // it hung up while its introduction was booked
      if (this.ending) return this.depart(answer)
      if (answer.refused) return this.refuse(answer.refused)
      // its row went, or its key changed, while the answer was under way
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

  /** From here on it is the connection of this device; an older one goes. */
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
    hub.commands.resumed(this, uuid)
    hub.wheel.remove(this, this.slot)
    this.slot = hub.wheel.add(this, driver.protocol.pingSeconds)
    if (this.can?.late) hub.late.came(this)
    if (this.key) hub.renewals.came(this, this.key)
    this.key = this.names = undefined
    this.release(ASKING)
  }

  /** Its device is gone, since so many seconds. */
  left(ago: number): void {
    const { device_id, scene_id, serial, session, ending, hub } = this
    const at = hub.now() - ago
    hub.emit(deviceDisconnected, { device_id, scene_id, serial, at, session, reason: ending })
    depart(hub, { device_id, scene_id, session, ago })
  }

  /** News may be lost; who is there must not be. */
  private depart({ device_id, scene_id }: Pick<IdentifyAnswer, 'device_id' | 'scene_id'>): void {
    depart(this.hub, { device_id, scene_id, session: this.session })
  }

  /** Asks it for a sign of life; `heardAt` tells. */
  ping(): void {
    this.socket.ping()
  }

  /** The store did not show it online by this session, and does now. */
  resumed(): void {
    const { hub, device_id, scene_id, serial, session, address } = this
    // it went while that was written down
    if (this.ending) this.depart(this)
    else hub.emit(deviceConnected, { device_id, scene_id, serial, at: hub.now(), session, address })
  }
}
