import type { BusyBox } from './commands/busybox.ts'
import type { DeviceCertificates } from './client/certificates.ts'
import { type FaultRequest, faultKinds } from './device/faults.ts'
import { bssidOf } from './documents/access-point.ts'
import { numbersOf } from './model/plan-devices.ts'
import type { NetNode } from './model/network.ts'
import { lookupFor } from './client/name-lookup.ts'
import { FleetSite } from './model/site.ts'
import { SiteClock } from './model/site-clock.ts'
import { findReachable } from './model/traffic.ts'
import { hash32, SeededRandom } from './random.ts'
import { type RunningState, runningStateOf } from './device/running-state.ts'
import type { Scenario } from './scenarios/define-scenario.ts'
import { type SavedDevice, SimulatedDevice } from './device/simulated-device.ts'
import { TimerWheel } from './timer-wheel.ts'
import { Doorman } from './dial-limiter.ts'
import { newTally, seconds, type Tally, type World } from './world.ts'

/** Concurrent handshakes of one process; more would only delay each other. */
const handshakes = 48

export interface FleetOptions {
  scenario: Scenario
  devices: number
  host: string
  port: number
  dialled?: string | undefined
  certificates: DeviceCertificates
  seed: number
  interval: number
  timeScale: number
  fast: boolean
  /** Devices that connect per second at the start. */
  ramp: number
  /** This process takes every `of`-th site, starting at `index`. */
  share: { index: number; of: number }
  /** Firmware of access points that still answers a request for a state or a health check. */
  answersRequests?: boolean
  restricted?: boolean
  busybox?: BusyBox | undefined
  kept?: ReadonlyMap<string, SavedDevice>
}

export interface FleetStatus extends Tally {
  devices: number
  connected: number
  dialing: number
  terminals: number
  /** Bytes of resident memory, seconds of processor time. */
  memory: number
  cpu: number
}

export interface DeviceStatus {
  serial: string
  type: string
  scene: number
  name: { zh: string; en: string }
  hostname: string
  connected: boolean
  powered: boolean
  uuid: number
  firmware: string
  terminals: number
}

export interface ActiveFault {
  id: number
  kind: string
  targets: string[]
  /** Unix seconds; undefined: until it is removed. */
  until?: number
}

/** All simulated devices of one process: builds the sites, starts the devices, applies and removes faults. */
export class Fleet {
  readonly devices = new Map<string, SimulatedDevice>()
  readonly options: FleetOptions
  readonly world: World
  readonly #clocks: SiteClock[] = []
  readonly #carriers = new Map<NetNode, boolean>()
  readonly #faults = new Map<number, { fault: ActiveFault; mend: () => void }>()
  #lastFault = 0

  constructor(options: FleetOptions) {
    this.options = options
    const { scenario, host, port, interval, timeScale, fast, seed, certificates } = options
    const random = new SeededRandom(hash32(scenario.name, seed))
    this.world = {
      wheel: new TimerWheel(),
      random,
      certificates,
      host,
      port,
      dialled: this.options.dialled,
      lookup: lookupFor(this.options.dialled ?? host, host),
      interval,
      timeScale,
      fast,
      realtime: scenario.realtime,
      factory: scenario.factory === true,
      answersRequests: this.options.answersRequests === true,
      restricted: this.options.restricted === true,
      busybox: this.options.busybox,
      tally: newTally(),
      doorman: new Doorman(handshakes),
    }
    this.#build()
  }

  #build(): void {
    const { scenario, devices, seed, share, kept } = this.options
    const plans = scenario.sites(devices)
    const numbers = numbersOf(scenario.name, plans, seed)
    plans.forEach((plan, i) => {
      if (i % share.of !== share.index) return
      const site = new FleetSite(plan, numbers[i] as (typeof numbers)[number])
      this.#addSite(site)
    })
    for (const device of this.devices.values()) {
      const record = kept?.get(device.serial)
      if (record) device.resume(record)
    }
  }

  #addSite(site: FleetSite): void {
    const clock = new SiteClock(site, seconds(), {
      joined: (node, terminal) => {
        const { mac, radio, ssid, rssi } = terminal
        this.devices.get(node.serial)?.tell('client.join', {
          client: mac,
          bssid: bssidOf(node, ssid, radio),
          ssid: node.ssids[ssid]?.name,
          band: node.radios[radio]?.band,
          rssi,
        })
      },
      left: (node, { mac, radio, ssid }) => {
        this.devices.get(node.serial)?.tell('client.leave', {
          client: mac,
          bssid: bssidOf(node, ssid, radio),
          ssid: node.ssids[ssid]?.name,
          band: node.radios[radio]?.band,
        })
      },
    })
    this.#clocks.push(clock)
    const stirred = () => this.#stir(site)
    for (const node of site.nodes) {
      this.#carriers.set(node, true)
      this.devices.set(node.serial, new SimulatedDevice(node, clock, this.world, stirred))
    }
  }

  /** Connects all devices, spread over the ramp; the faults of the scenario start. */
  start(): void {
    const { ramp, scenario } = this.options
    const order = [...this.devices.values()]
      .map((device) => ({ device, at: this.world.random.next() }))
      .sort((a, b) => a.at - b.at)
    order.forEach(({ device }, i) => device.start(i / ramp))
    for (const { at, every, fault } of scenario.timeline ?? []) this.#schedule(at, every, fault)
  }

  #schedule(at: number, every: number | undefined, fault: FaultRequest): void {
    this.world.wheel.after(at * 1000, () => {
      if (this.find(fault.target).length > 0) this.breakDown(fault)
      if (every) this.#schedule(every, every, fault)
    })
  }

  stop(): void {
    for (const device of this.devices.values()) device.stop()
    this.world.wheel.stop()
    this.world.busybox?.close()
  }

  // One cable or power supply can affect the path of every device at the site.
  #stir(site: FleetSite): void {
    findReachable(site)
    for (const node of site.nodes) {
      this.#noticeCarrier(node)
      this.devices.get(node.serial)?.feel()
    }
  }

  #noticeCarrier(node: NetNode): void {
    const { parent, parentPort } = node
    if (!parent || !parentPort) return
    const carrier = parentPort.carrier
    if (carrier === this.#carriers.get(node)) return
    this.#carriers.set(node, carrier)
    this.devices
      .get(parent.serial)
      ?.tell(carrier ? 'wired.carrier-up' : 'wired.carrier-down', { name: parentPort.name })
  }

  /** Devices that match a target: serial number, host name, name, `scene:1`, `all`. */
  find(target = 'all'): SimulatedDevice[] {
    const wanted = target.trim().toLowerCase()
    const one = this.devices.get(wanted.replaceAll(':', ''))
    if (one) return [one]
    const scene = /^scene:(\d+)$/.exec(wanted)?.[1]
    return [...this.devices.values()].filter(({ node, clock }) => {
      if (wanted === 'all') return true
      if (scene !== undefined) return clock.site.plan.scene === Number(scene)
      return [node.hostname, node.name.en, node.name.zh].some((name) => name.toLowerCase() === wanted)
    })
  }

  /** Applies a fault. Throws an error with words for people when kind or target are invalid. */
  breakDown(request: FaultRequest): ActiveFault {
    const kind = Object.hasOwn(faultKinds, request.kind) ? faultKinds[request.kind] : undefined
    if (!kind) throw new Error(`no such fault: ${request.kind}; there are ${Object.keys(faultKinds).join(', ')}`)
    const devices = this.find(request.target).filter((device) => kind.fits?.(device) ?? true)
    if (devices.length === 0)
      throw new Error(`no device that can have ${request.kind} is meant by ${request.target ?? 'all'}`)
    const mends = devices.map((device) => kind.run(device, request)).filter((mend) => mend !== undefined)
    const id = ++this.#lastFault
    const fault: ActiveFault = { id, kind: request.kind, targets: devices.map(({ serial }) => serial).slice(0, 100) }
    if (mends.length === 0) return fault
    this.#faults.set(id, { fault, mend: () => mends.forEach((mend) => mend()) })
    if (request.seconds !== undefined && request.seconds > 0) {
      fault.until = Math.floor(seconds() + request.seconds)
      this.world.wheel.after(request.seconds * 1000, () => this.mend(id))
    }
    return fault
  }

  /** False when there is no such fault any more. */
  mend(id: number): boolean {
    const entry = this.#faults.get(id)
    this.#faults.delete(id)
    entry?.mend()
    return entry !== undefined
  }

  get faults(): ActiveFault[] {
    return [...this.#faults.values()].map(({ fault }) => fault)
  }

  get status(): FleetStatus {
    let connected = 0
    for (const device of this.devices.values()) if (device.isConnected) connected++
    const { user, system } = process.cpuUsage()
    return {
      ...this.world.tally,
      devices: this.devices.size,
      connected,
      dialing: this.world.doorman.waiting,
      terminals: this.#clocks.reduce((sum, { site }) => sum + site.terminals.filter(({ online }) => online).length, 0),
      memory: process.memoryUsage.rss(),
      cpu: (user + system) / 1e6,
    }
  }

  list(): DeviceStatus[] {
    return [...this.devices.values()].map(({ serial, node, clock, isConnected, uuid, firmware }) => ({
      serial,
      type: node.model.type,
      scene: clock.site.plan.scene,
      name: node.name,
      hostname: node.hostname,
      connected: isConnected,
      powered: node.powered && node.booted,
      uuid,
      firmware,
      terminals: node.stations.size + node.wired.filter(({ online }) => online).length,
    }))
  }

  running(serial: string): RunningState | undefined {
    const device = this.devices.get(serial)
    return device && runningStateOf(device)
  }

  keep(): Record<string, SavedDevice> {
    return Object.fromEntries([...this.devices].map(([serial, device]) => [serial, device.keep()]))
  }
}
