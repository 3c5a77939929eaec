import { deflateSync } from 'node:zlib'
import { answerCommand } from '../commands/answer-command.ts'
import type { DeviceFiles } from '../commands/busybox.ts'
import type { ArmedDocument, CommandedDevice, Restart } from './commanded-device.ts'
import { putInForce } from '../commands/configure.ts'
import { LiveShells } from '../commands/live-shells.ts'
import { type LooseDocument, objectOf } from '../config/check-config.ts'
import {
  allTypes,
  applyAccessPointConfig,
  factoryReporting,
  factorySwitchReporting,
  type ReportIntervals,
} from '../config/apply-config.ts'
import { DeviceClient, type DeviceFamily, largestCommand, type WireMessage } from '../client/device-client.ts'
import { factoryConfig } from '../documents/built-config.ts'
import { capabilitiesOf } from '../documents/capabilities.ts'
import { accessPointHealth, type HealthReport, switchHealth } from '../documents/health.ts'
import { stateOf } from '../documents/state-of.ts'
import { scatter } from '../model/movement.ts'
import type { NetNode } from '../model/network.ts'
import type { SiteClock } from '../model/site-clock.ts'
import { hash32 } from '../random.ts'
import { fastWait, habits } from '../client/reconnect.ts'
import type { WheelTimer } from '../timer-wheel.ts'
import { seconds, type World } from '../world.ts'

/** Events a client keeps while it has no connection. */
const mostKept = 250
/** States below are sent as they are; the agent's border lies higher. Bytes. */
const compressFrom: Readonly<Record<DeviceFamily, number>> = { ap: 2048, switch: Number.POSITIVE_INFINITY, linux: 4096 }
/** A cable that is back sooner than this never cost the connection. */
const patience = 60

/** What of a device outlives the process. */
export interface SavedDevice {
  uuid: number
  firmware: string
  bootAt: number
  config?: LooseDocument
  /** Octets by port: received, sent. */
  counters: Record<string, [number, number]>
}

/**
 * One device of the fleet: a node of a site's model, with the habits of its client program on the wire. It dials, reports,
 * obeys and comes back; what it tells is taken from the model at that moment.
 */
export class SimulatedDevice implements CommandedDevice {
  readonly node: NetNode
  readonly clock: SiteClock
  readonly world: World
  readonly family: DeviceFamily
  /** Told when the way to other devices may have changed. */
  readonly #stirred: () => void
  uuid: number
  firmware: string
  config: LooseDocument | undefined
  reporting: ReportIntervals
  /** Whether the state may be compressed; a configuration can forbid it. */
  compresses = true
  client: DeviceClient | undefined
  readonly shells: LiveShells
  /** The configuration with the highest number that an access point was sent, applied or refused; undefined: the one it runs. */
  stored: { uuid: number; config: LooseDocument } | undefined
  /** The number of a configuration a switch received and refused: its states tell that one. */
  receivedUuid: number | undefined
  /** Unix seconds until which the client works on a configuration. */
  busyUntil = 0
  streaming: WheelTimer | undefined
  /** Set by a fault: the next upgrade fails with this text. */
  failUpgrade: string | undefined
  /** Set by a fault: the next image is accepted and not written. */
  failFlash = false
  /** Set by a fault: an upgrade to an image whose name contains this is its last. */
  bricksWith: string | undefined
  /** Set by a fault: configurations are refused with this text. */
  refuseConfig: string | undefined
  /** Set by a fault: seconds a configuration takes longer. */
  slowConfig = 0
  /** Numbers of requests it refused: the next message of the kind carries one all the same. */
  unanswered: { state?: unknown; healthcheck?: unknown } = {}
  /** Returns to a former configuration unless it is told to stay. */
  armed: ArmedDocument | undefined
  /** Of an access point that was sent a script a shell has run; and the timer that checks the result. */
  files: DeviceFiles | undefined
  looking: WheelTimer | undefined
  /** The last configuration it was told to stay with. */
  confirmed: number | undefined
  /** How often a configuration has cut it off, and how often its client fell over one. */
  strandings = 0
  falls = 0

  // a fleet that starts finds devices that have run for weeks and merely come back
  #reason = 'socket'
  #tries = 0
  #lostAt = 0
  #frozenAt = 0
  /** Without current; it boots when that returns. */
  #dark = false
  #kept: string[] | undefined
  #dialing: WheelTimer | undefined
  #reporting: WheelTimer | undefined
  #checking: WheelTimer | undefined
  #watching: WheelTimer | undefined
  #booting: WheelTimer | undefined
  #stopped = true
  #endings: Set<() => void> | undefined

  constructor(node: NetNode, clock: SiteClock, world: World, stirred: () => void = () => {}) {
    this.node = node
    this.clock = clock
    this.world = world
    this.#stirred = stirred
    this.family = node.model.type === 'switch' ? 'switch' : node.model.type === 'linux' ? 'linux' : 'ap'
    this.firmware = node.model.firmware
    // nobody gave the agent a configuration yet
    this.uuid = this.family === 'linux' ? 0 : 1_700_000_000 + (hash32(node.serial) % 30_000_000)
    this.reporting = this.#builtReporting()
    if (world.factory && ['ap', 'switch'].includes(node.model.type)) this.#forget()
    this.shells = new LiveShells(this, (payload) =>
      this.send('event', { data: { event: [Math.floor(seconds()), { type: 'belvedere.shell', payload }] } }),
    )
  }

  /** Of a configured device. */
  #builtReporting(): ReportIntervals {
    const { interval, realtime } = this.world
    return {
      state: interval,
      health: Math.max(120, 2 * interval),
      realtime: realtime ? ['client.join', 'client.leave', 'wired', 'unit.boot-up'] : [],
      types: allTypes,
    }
  }

  get serial(): string {
    return this.node.serial
  }

  get isConnected(): boolean {
    return this.client?.isOpen ?? false
  }

  /** Current and a path to the root: it can talk. */
  get canTalk(): boolean {
    return this.node.powered && this.node.booted && this.node.reachable && !this.node.stranded
  }

  /** Dials after so many seconds, and keeps dialling until `stop`. */
  start(after: number): void {
    this.#stopped = false
    this.#dialAfter(after)
  }

  stop(): void {
    this.#stopped = true
    this.disarm()
    this.#booting?.cancel()
    this.#endSession()
    this.#dialing?.cancel()
    this.client?.terminate()
  }

  /** After so many simulated-delay seconds, shortened by the time scale. */
  later(wait: number, run: () => void): WheelTimer {
    return this.world.wheel.after(wait * 1000 * this.world.timeScale, run)
  }

  /** Called when the connection to the gateway ends; returns the way to be forgotten. */
  onSessionEnd(end: () => void): () => void {
    const endings = (this.#endings ??= new Set())
    endings.add(end)
    return () => endings.delete(end)
  }

  // -- connection

  #dialAfter(wait: number): void {
    this.#dialing?.cancel()
    this.#dialing = this.world.wheel.after(wait * 1000, () => {
      this.#dialing = undefined
      this.#dial()
    })
  }

  #dial(): void {
    if (this.#stopped || this.client || !this.canTalk) return
    this.world.doorman.enter(() => {
      if (this.#stopped || this.client || !this.canTalk) return this.world.doorman.leave()
      this.#open()
    })
  }

  #open(): void {
    const { certificates, host, port, dialled, doorman } = this.world
    const { key, ca } = certificates
    const cert = certificates.certificates.get(this.serial) as string
    const client = new DeviceClient({
      host,
      port,
      cert,
      key,
      ca,
      serial: this.serial,
      family: this.family,
      listener: this,
      ...(dialled !== undefined && { dialled }),
    })
    this.client = client
    let inside = true
    const leave = () => {
      if (inside) doorman.leave()
      inside = false
    }
    client.dial(leave, leave)
  }

  opened(client: DeviceClient): void {
    const { tally } = this.world
    tally.connects++
    const reason = this.family === 'switch' ? {} : { reason: this.#reason }
    const { scene, name: scene_name, country } = this.clock.site.plan
    const reported = capabilitiesOf(this.node, country, { scene, scene_name, name: this.node.name })
    const signed = this.family === 'ap' && this.world.restricted
    const capabilities = signed ? { ...reported, restrictions: { commands: true } } : reported
    this.send('connect', { uuid: this.uuid, firmware: this.firmware, capabilities, ...reason })
    if (this.family === 'linux') client.ping()
    this.#flush()
    if (this.#reason !== 'socket') this.#tellBoot()
    this.#reason = 'socket'
    this.#tries = 0
    this.#beginSession()
  }

  #tellBoot(): void {
    if (this.#reason === 'recovery') return
    if (this.family === 'ap') this.tell('unit.boot-up', {})
    else this.event('device.reboot', { description: this.#reason })
  }

  #flush(): void {
    const kept = this.#kept
    this.#kept = undefined
    for (const text of kept ?? []) this.#put(text)
  }

  closed(client: DeviceClient, reason: string): void {
    if (this.client !== client) return
    const { tally, fast, random } = this.world
    this.client = undefined
    this.#frozenAt = 0
    this.#endSession()
    if (this.#tries === 0) {
      tally.losses++
      this.#lostAt = seconds()
    } else tally.failures++
    tally.trouble = reason
    if (this.#stopped || !this.canTalk) return
    const wait = (fast ? fastWait : habits[this.family].wait)(++this.#tries, random.next())
    this.#dialAfter(this.#watchdog(wait))
  }

  // The watchdog starts the client afresh: it dials at once and says so.
  #watchdog(wait: number): number {
    const { watchdog } = habits[this.family]
    if (watchdog === undefined || seconds() + wait - this.#lostAt < watchdog) return wait
    const left = Math.max(0, this.#lostAt + watchdog - seconds())
    this.#lostAt = seconds() + left
    this.#tries = 1
    this.#reason = 'recovery'
    return left
  }

  #beginSession(): void {
    this.#scheduleState((this.reporting.state ?? 60) * this.world.random.between(0.05, 1))
    this.#scheduleHealth((this.reporting.health ?? 120) * this.world.random.between(0.1, 1))
    this.#watch()
  }

  #endSession(): void {
    for (const timer of [this.#reporting, this.#checking, this.#watching, this.streaming]) timer?.cancel()
    this.streaming = undefined
    this.shells.closeAll()
    for (const end of this.#endings ?? []) end()
    this.#endings = undefined
  }

  #watch(): void {
    const { pingAfter, dropAfter } = habits[this.family]
    if (pingAfter === undefined || dropAfter === undefined || !this.client) return
    const silence = (performance.now() - this.client.lastHeard) / 1000
    if (silence >= dropAfter) return this.client.terminate()
    if (silence >= pingAfter) this.client.ping()
    const next = silence >= pingAfter ? dropAfter - silence : pingAfter - silence
    this.#watching = this.world.wheel.after(Math.max(0.2, next) * 1000, () => this.#watch())
  }

  // -- the world around it

  /** Looks whether current and cable still allow to talk, and behaves accordingly. */
  feel(): void {
    if (this.#stopped) return
    if (!this.node.powered) this.#goDark()
    else if (this.#dark) this.#bootAgain()
    else if (!this.canTalk) this.#fallSilent()
    else if (this.#frozenAt > 0) this.#wake()
    else if (!this.client && !this.#dialing) this.#dialAfter(this.world.random.between(0.1, this.world.fast ? 0.2 : 3))
  }

  #goDark(): void {
    if (this.#dark) return
    this.#dark = true
    this.#booting?.cancel()
    this.busyUntil = 0
    this.#fallSilent()
    scatter(this.clock.site, this.node, seconds())
  }

  #bootAgain(): void {
    this.#dark = false
    this.restart({ reason: 'coldboot' })
  }

  // A cable that is cut says no goodbye: the gateway has to find out.
  #fallSilent(): void {
    if (!this.client || this.#frozenAt > 0) return
    this.#frozenAt = seconds()
    this.client.freeze()
    this.#endSession()
  }

  #wake(): void {
    const away = seconds() - this.#frozenAt
    this.#frozenAt = 0
    if (away > patience) this.client?.terminate()
    if (away > patience || !this.client?.isOpen) return
    this.client.socket?.resume()
    this.client.lastHeard = performance.now()
    this.#beginSession()
  }

  /** Current gone, without a word; `on` again it boots. */
  switchOff(): void {
    this.node.off = true
    this.#stirred()
  }

  switchOn(): void {
    this.node.off = false
    this.#stirred()
  }

  /** Ends the connection as a reboot does, and comes back after the model's boot time. */
  restart({ reason, extra = 0, firmware, forget, strays }: Restart): void {
    this.#booting?.cancel()
    this.#dialing?.cancel()
    this.#dialing = undefined
    this.node.booted = false
    this.busyUntil = 0
    this.#endSession()
    this.client?.terminate()
    scatter(this.clock.site, this.node, seconds())
    const { armed } = this
    // an access point keeps its timer in memory, the agent on disk
    if (this.family !== 'linux') this.disarm()
    const { boot } = this.node.model
    const brick = this.bricksWith !== undefined && firmware?.toLowerCase().includes(this.bricksWith)
    this.#booting = this.later(boot + extra, () => {
      if (brick || strays) return
      if (firmware !== undefined) {
        this.firmware = firmware
        // of what was stored it finds what was in force
        this.stored = undefined
      }
      if (forget) this.#forget()
      else if (this.family === 'ap')
        this.#startWith(this.files?.boot() ?? (armed && { ...armed.kept.config, uuid: armed.kept.uuid }))
      this.#rise(reason, boot)
    })
    this.#stirred()
  }

  /** What the client finds when it starts; undefined: what it ran. */
  #startWith({ uuid, ...config }: LooseDocument = {}): void {
    if (typeof uuid !== 'number' || uuid === this.uuid) return
    this.uuid = uuid
    putInForce(this, config)
  }

  /** The client program starts again, the device itself keeps running. */
  restartClient(firmware = this.firmware): void {
    if (firmware !== this.firmware) this.#reason = 'upgrade'
    this.firmware = firmware
    this.client?.terminate()
  }

  /** The client program starts again after the device has put its former configuration back. */
  recover(): void {
    this.#reason = 'recovery'
    this.changed()
    if (this.client) this.client.terminate()
    else this.#dialAfter(0.1)
  }

  disarm(): void {
    this.armed?.timer.cancel()
    this.armed = undefined
    this.looking?.cancel()
    this.looking = undefined
    this.files?.lose()
  }

  /** Tells the others that cables or current may have changed. */
  changed(): void {
    this.#stirred()
  }

  #rise(reason: string, boot: number): void {
    const { node } = this
    node.booted = true
    node.resetCounters()
    node.bootAt = seconds() - boot * 0.6 * Math.min(1, this.world.timeScale)
    for (const wan of node.wans) wan.since = seconds()
    this.#reason = reason
    this.#tries = 0
    this.#kept = undefined
    this.#stirred()
    this.feel()
  }

  #forget(): void {
    const wireless = this.node.model.type === 'ap'
    this.config = wireless ? factoryConfig(this.node) : undefined
    this.files?.wipe()
    this.files = undefined
    this.stored = undefined
    this.uuid = 1
    this.node.stranded = false
    this.node.closed = new Set()
    if (this.family === 'switch') this.node.resetSwitch()
    this.reporting = wireless
      ? factoryReporting
      : this.family === 'switch'
        ? { ...this.#builtReporting(), ...factorySwitchReporting }
        : this.#builtReporting()
    this.compresses = true
    if (this.config) applyAccessPointConfig(this.node, this.config, this.world.random)
  }

  // -- talking

  /** A message without an answer; kept for later only when it is an event. */
  send(method: string, params: LooseDocument): void {
    this.#put(JSON.stringify({ jsonrpc: '2.0', method, params: { serial: this.serial, ...params } }))
  }

  answer(id: unknown, status: LooseDocument, more: LooseDocument = {}): void {
    const result = { serial: this.serial, uuid: this.uuid, status, ...more }
    this.#put(JSON.stringify({ jsonrpc: '2.0', id, result }))
  }

  /** Something that happened; kept while there is no connection. */
  event(type: string, payload: LooseDocument): void {
    const text = JSON.stringify({
      jsonrpc: '2.0',
      method: 'event',
      params: { serial: this.serial, data: { event: [Math.floor(seconds()), { type, payload }] } },
    })
    if (this.isConnected && this.#frozenAt === 0) return this.#put(text)
    const kept = (this.#kept ??= [])
    kept.push(text)
    if (kept.length > mostKept) kept.shift()
  }

  /** The same, if the configuration asks for events of this type. */
  tell(type: string, payload: LooseDocument): void {
    if (this.reporting.realtime.some((wanted) => type === wanted || type.startsWith(`${wanted}.`)))
      this.event(type, payload)
  }

  log(text: string, severity: number): void {
    this.send('log', { log: text, severity })
  }

  #put(text: string): void {
    if (this.#frozenAt > 0 || !this.client?.sendText(text)) return
    this.world.tally.sent++
    this.world.tally.sentBytes += text.length
  }

  #scheduleState(wait: number): void {
    this.#reporting?.cancel()
    this.#reporting = this.world.wheel.after(wait * 1000, () => {
      if (this.reporting.state === undefined) return
      this.#scheduleState(this.reporting.state)
      this.reportState()
    })
  }

  #scheduleHealth(wait: number): void {
    this.#checking?.cancel()
    this.#checking = this.world.wheel.after(wait * 1000, () => {
      if (this.reporting.health === undefined) return
      this.#scheduleHealth(this.reporting.health)
      this.reportHealth()
    })
  }

  /** After a configuration changed the rhythm. */
  reschedule(): void {
    if (this.reporting.state === undefined) this.#reporting?.cancel()
    else this.#scheduleState(this.reporting.state * this.world.random.between(0.2, 1))
    if (this.reporting.health === undefined) this.#checking?.cancel()
    else this.#scheduleHealth(this.reporting.health * this.world.random.between(0.2, 1))
  }

  /** The state document of this moment. */
  state(periodic: boolean): LooseDocument {
    const now = seconds()
    this.clock.advance(now)
    return stateOf(this.node, { now, periodic, types: this.reporting.types })
  }

  reportState(request?: unknown): void {
    const params = {
      uuid: this.receivedUuid ?? this.uuid,
      serial: this.serial,
      state: this.state(request === undefined),
      ...this.#asked('state', request),
    }
    const text = JSON.stringify(params)
    if (text.length < compressFrom[this.family] || !this.compresses)
      return this.#put(`{"jsonrpc":"2.0","method":"state","params":${text}}`)
    const plain = Buffer.from(text)
    // small windows: thousands of these are packed, one after the other, and each would clear a quarter of a megabyte
    const packed = deflateSync(plain, { level: 4, memLevel: 5, windowBits: 13 }).toString('base64')
    this.send('state', { compress_64: packed, compress_sz: plain.length })
  }

  #asked(message: 'state' | 'healthcheck', request: unknown): LooseDocument {
    const number = request ?? this.unanswered[message]
    delete this.unanswered[message]
    return number === undefined ? {} : { request_uuid: number }
  }

  reportHealth(request?: unknown): void {
    const { sanity, data, events } = this.#health()
    for (const [type, payload] of events) this.tell(type, payload)
    this.send('healthcheck', { uuid: this.uuid, sanity, data, ...this.#asked('healthcheck', request) })
  }

  #health(): HealthReport {
    if (this.family === 'linux') return { sanity: 100, data: {}, events: [] }
    return this.family === 'switch'
      ? switchHealth(this.node)
      : accessPointHealth(this.node, objectOf(this.config), seconds())
  }

  /** An alarm of the housing: the client of the switches writes all its members as text. */
  alarm(members: { id: number; resource: string; text: string; type_id: string; severity: number; at: number }): void {
    const { id, at, severity, resource, text, type_id } = members
    // the time is in nanoseconds, which a number here does not hold
    const time_created = at === 0 ? '0' : `${Math.floor(at)}000000000`
    this.send('alarm', { data: { id: String(id), resource, text, time_created, type_id, severity: String(severity) } })
  }

  // -- listening

  heard(_: DeviceClient, message: WireMessage): void {
    // an access point takes such a message for several pieces of rubbish, and never answers
    if (Buffer.byteLength(message.text) > largestCommand[this.family]) {
      this.world.tally.oversize++
      return
    }
    if (message.method === undefined) return
    this.world.tally.commands++
    answerCommand(this, message)
  }

  keep(): SavedDevice {
    const counters: SavedDevice['counters'] = {}
    for (const {
      name,
      counters: { rx, tx },
    } of this.node.ports.values())
      if (rx + tx > 0) counters[name] = [Math.floor(rx), Math.floor(tx)]
    return { uuid: this.uuid, firmware: this.firmware, bootAt: this.node.bootAt, config: this.config, counters }
  }

  /** Takes up where an earlier process stopped. */
  resume({ uuid, firmware, bootAt, config, counters }: SavedDevice): void {
    this.uuid = uuid
    this.firmware = firmware
    this.node.bootAt = bootAt
    if (config) putInForce(this, config)
    for (const port of this.node.ports.values()) {
      const [rx, tx] = counters[port.name] ?? [0, 0]
      port.counters.rx = rx
      port.counters.tx = tx
    }
  }
}
