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

/** Events that a client queues without a connection. */
const mostKept = 250
/** Smaller states are sent uncompressed; the agent's limit is higher. Bytes. */
const compressFrom: Readonly<Record<DeviceFamily, number>> = { ap: 2048, switch: Number.POSITIVE_INFINITY, linux: 4096 }
/** A cable that is reconnected sooner than this does not end the connection. */
const patience = 60

/** State of a device that survives the process. */
export interface SavedDevice {
  uuid: number
  firmware: string
  bootAt: number
  config?: LooseDocument
  /** Octets by port: received, sent. */
  counters: Record<string, [number, number]>
}

/**
 * One device of the fleet: a node of a site's model, with the behaviour of its client program on the wire. It connects, reports,
 * executes commands and reconnects; its reports are taken from the present state of the model.
 */
export class SimulatedDevice implements CommandedDevice {
  readonly node: NetNode
  readonly clock: SiteClock
  readonly world: World
  readonly family: DeviceFamily
  /** Called when the path to other devices may have changed. */
  readonly #stirred: () => void
  uuid: number
  firmware: string
  config: LooseDocument | undefined
  reporting: ReportIntervals
  /** Whether the state may be compressed; a configuration can disable it. */
  compresses = true
  client: DeviceClient | undefined
  readonly shells: LiveShells
  /**
   * The configuration with the highest number that an access point has received, applied or refused; undefined: the active one.
   */
  stored: { uuid: number; config: LooseDocument } | undefined
  /** The number of a configuration that a switch received and refused: its states contain that number. */
  receivedUuid: number | undefined
  /** Unix seconds until which the client applies a configuration. */
  busyUntil = 0
  streaming: WheelTimer | undefined
  /** Set by a fault: the next upgrade fails with this text. */
  failUpgrade: string | undefined
  /** Set by a fault: the next image is accepted and not written. */
  failFlash = false
  /** Set by a fault: an upgrade to an image whose name contains this destroys it. */
  bricksWith: string | undefined
  /** Set by a fault: configurations are refused with this text. */
  refuseConfig: string | undefined
  /** Set by a fault: seconds a configuration takes longer. */
  slowConfig = 0
  /** Numbers of requests that it refused: the next message of the kind still contains one. */
  unanswered: { state?: unknown; healthcheck?: unknown } = {}
  /** Rolls back to a former configuration unless it is confirmed. */
  armed: ArmedDocument | undefined
  /** Of an access point with a script that ran in a shell; and the timer that checks the result. */
  files: DeviceFiles | undefined
  looking: WheelTimer | undefined
  /** The last confirmed configuration. */
  confirmed: number | undefined
  /** How often a configuration has cut it off, and how often one has crashed its client. */
  strandings = 0
  falls = 0

  // at the start of a fleet the devices have run for weeks and only reconnect
  #reason = 'socket'
  #tries = 0
  #lostAt = 0
  #frozenAt = 0
  /** Without power; it boots when that returns. */
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
    // the agent has no configuration yet
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

  /** It has power and a path to the root: it can communicate. */
  get canTalk(): boolean {
    return this.node.powered && this.node.booted && this.node.reachable && !this.node.stranded
  }

  /** Connects after this number of seconds, and reconnects until `stop`. */
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

  /** Runs after this number of simulated seconds, shortened by the time scale. */
  later(wait: number, run: () => void): WheelTimer {
    return this.world.wheel.after(wait * 1000 * this.world.timeScale, run)
  }

  /** Called when the connection to the gateway ends; returns the function that removes the callback. */
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

  // The watchdog restarts the client: it connects at once and reports that.
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

  // -- environment

  /** Checks whether power and cable still allow communication, and acts accordingly. */
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

  // A cut cable sends no close frame: the gateway has to detect it.
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

  /** Power loss, without notice; with `on` it boots again. */
  switchOff(): void {
    this.node.off = true
    this.#stirred()
  }

  switchOn(): void {
    this.node.off = false
    this.#stirred()
  }

  /** Ends the connection like a reboot, and reconnects after the model's boot time. */
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
        // of the stored documents it finds the active one
        this.stored = undefined
      }
      if (forget) this.#forget()
      else if (this.family === 'ap')
        this.#startWith(this.files?.boot() ?? (armed && { ...armed.kept.config, uuid: armed.kept.uuid }))
      this.#rise(reason, boot)
    })
    this.#stirred()
  }

  /** The document that the client finds when it starts; undefined: the former one. */
  #startWith({ uuid, ...config }: LooseDocument = {}): void {
    if (typeof uuid !== 'number' || uuid === this.uuid) return
    this.uuid = uuid
    putInForce(this, config)
  }

  /** The client program restarts, the device itself keeps running. */
  restartClient(firmware = this.firmware): void {
    if (firmware !== this.firmware) this.#reason = 'upgrade'
    this.firmware = firmware
    this.client?.terminate()
  }

  /** The client program restarts after the device has restored its former configuration. */
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

  /** Notifies the others that cables or power may have changed. */
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

  // -- sending

  /** A message without an answer; queued while offline only when it is an event. */
  send(method: string, params: LooseDocument): void {
    this.#put(JSON.stringify({ jsonrpc: '2.0', method, params: { serial: this.serial, ...params } }))
  }

  answer(id: unknown, status: LooseDocument, more: LooseDocument = {}): void {
    const result = { serial: this.serial, uuid: this.uuid, status, ...more }
    this.#put(JSON.stringify({ jsonrpc: '2.0', id, result }))
  }

  /** An event; queued while there is no connection. */
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

  /** The same, if the configuration enables events of this type. */
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

  /** Called after a configuration changed the intervals. */
  reschedule(): void {
    if (this.reporting.state === undefined) this.#reporting?.cancel()
    else this.#scheduleState(this.reporting.state * this.world.random.between(0.2, 1))
    if (this.reporting.health === undefined) this.#checking?.cancel()
    else this.#scheduleHealth(this.reporting.health * this.world.random.between(0.2, 1))
  }

  /** The present state document. */
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
    // small windows: thousands of states are compressed one after the other, and each default window would clear a quarter of a
    // megabyte
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

  /** A hardware alarm: the client of the switches writes all its members as text. */
  alarm(members: { id: number; resource: string; text: string; type_id: string; severity: number; at: number }): void {
    const { id, at, severity, resource, text, type_id } = members
    // the time is in nanoseconds, beyond the precision of a number
    const time_created = at === 0 ? '0' : `${Math.floor(at)}000000000`
    this.send('alarm', { data: { id: String(id), resource, text, time_created, type_id, severity: String(severity) } })
  }

  // -- receiving

  heard(_: DeviceClient, message: WireMessage): void {
    // an access point reads such a message as several invalid pieces, and never answers
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

  /** Continues from the state of an earlier process. */
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
