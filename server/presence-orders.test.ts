import fc from 'fast-check'
import { pino } from 'pino'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defaultLimits } from './gateways/ucentral/limits.ts'
import { type HeldSession, SessionSync } from './gateways/ucentral/sessions.ts'
import { type Bus, localBus } from './base/bus/bus.ts'
import { type Departure, departSubject } from './devices/device-link.ts'
import type { System } from './kernel/implement.ts'
import { introduce } from './devices/test-devices.ts'
import { startTestServer, type TestServer } from './kernel/test-server.ts'
import { servePresence } from './rooms/device/presence/identify.gateway.ts'
import { leave } from './rooms/device/presence/left.gateway.ts'
import { SilenceWatch } from '@belvedere/pure/time/silence.ts'
import { beat, startRun } from './rooms/device/presence/store.ts'
import { sweepLost } from './rooms/device/presence/sweep.job.ts'

/**
 * Presence over random orders of events of devices, gateways and clocks: the real store, timeouts of gateways and
 * comparison of sessions, against simulated devices and gateways. The network protocol is not covered.
 */

const BOUND = 30
const STEP = 5
/** Seconds after which a gateway detects a dead connection. */
const KEEP_ALIVE = 20
const DEVICES = 3
const GATEWAYS = 2
const RUNS = 40
/** A tick is one step here. */
const limits = { ...defaultLimits, sessionTicks: 2, stoppedMs: 1.5 * STEP * 1000, gaveUpMs: 1.5 * STEP * 1000 }

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

let rounds = 0
const log = pino({ level: 'silent' })

class OrderedDevice {
  readonly serial: string
  id = 0
  /** The connection that it believes to have. */
  link: SimulatedConnection | undefined
  /** As displayed at the last check. */
  shown = false

  constructor(round: number, number: number) {
    this.serial = `0c22${round.toString(16).padStart(4, '0')}${number.toString(16).padStart(4, '0')}`
  }
}

/** A gateway's end of a connection. */
class SimulatedConnection implements HeldSession {
  readonly device: OrderedDevice
  readonly gateway: SimulatedGateway
  readonly session: string
  readonly address = '192.0.2.1'
  alive = true
  /** Together with its gateway, which writes nothing any more. */
  wasKilled = false
  heardAt = 0
  private isAsked = false
  /** Since when the other end is dead, seconds. */
  private deadSince: number | undefined

  constructor(device: OrderedDevice, gateway: SimulatedGateway) {
    this.device = device
    this.gateway = gateway
    this.session = gateway.sessions.name()
  }

  get device_id(): number {
    return this.device.id
  }

  get isOurs(): boolean {
    return this.device.link === this
  }

  ping(): void {
    this.isAsked = true
  }

  resumed(): void {
    if (!this.alive) this.gateway.depart(this)
  }

  /** The gateway runs: messages of the device are read, and a dead connection is detected eventually. */
  turn(now: number): void {
    if (this.isOurs && this.isAsked) this.heardAt = now
    this.isAsked = false
    if (this.isOurs) return
    this.deadSince ??= now
    if (now - this.deadSince >= KEEP_ALIVE * 1000) this.gone()
  }

  gone(): void {
    if (!this.alive) return
    const { gateway } = this
    const isCurrent = gateway.held.get(this.device_id) === this
    this.alive = false
    gateway.drop(this)
    if (isCurrent) gateway.sessions.gone(this)
    else gateway.depart(this)
  }

  left(ago: number): void {
    if (!this.wasKilled) this.gateway.depart(this, ago)
  }
}

class SimulatedGateway {
  readonly bus: Bus
  readonly system: System
  readonly held = new Map<number, SimulatedConnection>()
  readonly all = new Set<SimulatedConnection>()
  readonly sessions: SessionSync
  state: 'runs' | 'stopped' | 'dead' = 'runs'
  /** Its last heartbeat, ms: a gateway that resumes and is stopped again immediately sent none. */
  beatAt = 0
  run = 0
  private readonly world: PresenceSimulation
  private departing: Promise<unknown>[] = []

  constructor(world: PresenceSimulation) {
    this.world = world
    this.bus = localBus((error) => {
      throw error
    })
    // its own clock is set at random
    this.system = { ...server.system, bus: this.bus, now: () => Math.floor(world.now / 1000) + world.clock }
    this.sessions = new SessionSync({
      bus: this.bus,
      log,
      limits,
      held: this.held,
      all: this.all,
      depart: (departure) => this.depart(departure),
      now: () => world.now,
    })
  }

  async start(): Promise<void> {
    this.state = 'runs'
    this.held.clear()
    this.all.clear()
    this.run = await startRun(server.system.db, 'gateway')
    servePresence(this.system, this.run)
    await leave.run(this.system)
  }

  depart({ device_id, session }: Pick<Departure, 'device_id' | 'session'>, ago = 0): void {
    this.departing.push(this.bus.request(departSubject, { device_id, scene_id: 0, session, ago }, 10_000))
  }

  drop(connection: SimulatedConnection): void {
    this.all.delete(connection)
    if (this.held.get(connection.device_id) === connection) this.held.delete(connection.device_id)
  }

  async settled(): Promise<void> {
    while (this.departing.length) await Promise.all(this.departing.splice(0))
  }

  async turn(): Promise<void> {
    if (this.state !== 'runs') return
    await beat(server.system.db, this.run, 'gateway')
    this.beatAt = this.world.now
    for (const one of this.all) one.turn(this.world.now)
    await this.sessions.tick()
    await this.settled()
  }
}

class PresenceSimulation {
  /** Milliseconds, steady. */
  now = 0
  /** The offset of clocks, seconds. */
  clock = 0
  readonly devices: OrderedDevice[]
  readonly gateways: SimulatedGateway[]
  private readonly silence = new SilenceWatch<number>(BOUND, STEP)
  /** Identities that were requested and are stored later. */
  private slow: { gateway: SimulatedGateway; identify(): Promise<void> }[] = []

  constructor() {
    rounds++
    this.devices = Array.from({ length: DEVICES }, (_, number) => new OrderedDevice(rounds, number))
    this.gateways = Array.from({ length: GATEWAYS }, () => new SimulatedGateway(this))
  }

  async start(): Promise<void> {
    // runs of earlier rounds, and of this server, are removed
    await server.system.db.run(sql`update device_state set online = false, session = null, gateway_run = null`)
    for (const one of this.gateways) await one.start()
    for (const one of this.devices)
      one.id = (await introduce(this.gateways[0]?.system as System, one.serial, { session: 'first' })).device_id
    await server.system.db.run(sql`update device_state set online = false, session = null, gateway_run = null`)
    await this.pass(BOUND + STEP)
  }

  /** `slow`: it is stored when the device may have connected elsewhere. `news`: other gateways receive the event. */
  async connect(device: OrderedDevice, gateway: SimulatedGateway, slow: boolean, news: boolean): Promise<void> {
    if (gateway.state !== 'runs') return
    const connection = new SimulatedConnection(device, gateway)
    device.link = connection
    gateway.all.add(connection)
    const identify = async () => {
      if (gateway.state !== 'runs' || connection.wasKilled) return
      await introduce(gateway.system, device.serial, { session: connection.session })
      if (!connection.alive) return gateway.depart(connection)
      const older = gateway.held.get(device.id)
      gateway.held.set(device.id, connection)
      if (older && older !== connection) this.replace(older)
      gateway.sessions.came(device.id)
      if (news)
        for (const { state, held, sessions } of this.gateways) {
          if (state !== 'runs') continue
          sessions.came(device.id)
          const other = held.get(device.id)
          if (other && other !== connection) this.replace(other)
        }
    }
    if (slow) this.slow.push({ gateway, identify })
    else await identify()
  }

  /** As a gateway does with a connection whose device connected by another one: it did not disconnect. */
  private replace(connection: SimulatedConnection): void {
    connection.alive = false
    connection.gateway.drop(connection)
    if (connection.isOurs) connection.device.link = undefined
  }

  async writeDown(): Promise<void> {
    const request = this.slow
    this.slow = request.filter((one) => one.gateway.state === 'stopped')
    for (const { gateway, identify } of request) if (gateway.state !== 'stopped') await identify()
  }

  notice(gateway: SimulatedGateway): void {
    if (gateway.state !== 'runs') return
    for (const one of gateway.all) if (!one.isOurs) one.gone()
  }

  stop(gateway: SimulatedGateway): void {
    if (gateway.state !== 'runs') return
    gateway.state = 'stopped'
  }

  goOn(gateway: SimulatedGateway): void {
    if (gateway.state === 'stopped') gateway.state = 'runs'
  }

  kill(gateway: SimulatedGateway): void {
    gateway.state = 'dead'
    for (const one of gateway.all) {
      one.wasKilled = true
      if (one.isOurs) one.device.link = undefined
    }
  }

  async pass(seconds: number): Promise<void> {
    for (let passed = 0; passed < seconds; passed += STEP) {
      this.now += STEP * 1000
      for (const one of this.gateways) await one.turn()
      await sweepLost(server.system, this.silence, this.now / 1000)
      await this.look()
    }
  }

  /** The displayed state changes only for a reason. */
  async look(): Promise<void> {
    for (const one of this.gateways) await one.settled()
    const shown = await this.shown()
    for (const device of this.devices) {
      const isOnline = shown.get(device.id) === true
      const { link } = device
      if (device.shown && !isOnline) {
        const silent = link?.gateway.state === 'stopped' && this.now - link.gateway.beatAt >= (BOUND - STEP) * 1000
        if (link && !silent) throw new Error(`device ${device.id} is shown offline without a reason`)
      }
      if (!device.shown && isOnline && !link)
        throw new Error(`device ${device.id} is shown online without a connection`)
      device.shown = isOnline
    }
  }

  async shown(): Promise<Map<number, boolean>> {
    const rows = await server.system.db.rows<{ device_id: number; online: boolean }>(
      sql`select device_id, online from device_state where device_id = any(${this.devices.map(({ id }) => id)}::int[])`,
    )
    return new Map(rows.map(({ device_id, online }) => [device_id, online]))
  }

  /** All gateways resume. */
  async calm(): Promise<void> {
    for (const one of this.gateways) this.goOn(one)
    await this.writeDown()
    if (this.gateways.every(({ state }) => state === 'dead')) await this.gateways[0]?.start()
  }
}

type SimulationStep = readonly [name: string, play: (world: PresenceSimulation) => Promise<void> | void]

const device = fc.nat(DEVICES - 1)
const gateway = fc.nat(GATEWAYS - 1)
const deed = (slow: boolean): fc.Arbitrary<SimulationStep> =>
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc
        .tuple(device, gateway, slow ? fc.boolean() : fc.constant(false), fc.boolean())
        .map(
          ([d, g, late, news]): SimulationStep => [
            `device ${d} comes to ${g}${late ? ' slowly' : ''}${news ? '' : ' unnoticed'}`,
            (world) =>
              world.connect(world.devices[d] as OrderedDevice, world.gateways[g] as SimulatedGateway, late, news),
          ],
        ),
    },
    {
      weight: 3,
      arbitrary: device.map(
        (d): SimulationStep => [
          `device ${d} dies`,
          (world) => void ((world.devices[d] as OrderedDevice).link = undefined),
        ],
      ),
    },
    {
      weight: 3,
      arbitrary: gateway.map(
        (g): SimulationStep => [`${g} hears goodbyes`, (world) => world.notice(world.gateways[g] as SimulatedGateway)],
      ),
    },
    {
      weight: 3,
      arbitrary: gateway.map(
        (g): SimulationStep => [`${g} is stopped`, (world) => world.stop(world.gateways[g] as SimulatedGateway)],
      ),
    },
    {
      weight: 3,
      arbitrary: gateway.map(
        (g): SimulationStep => [`${g} goes on`, (world) => world.goOn(world.gateways[g] as SimulatedGateway)],
      ),
    },
    {
      weight: 1,
      arbitrary: gateway.map(
        (g): SimulationStep => [`${g} is killed`, (world) => world.kill(world.gateways[g] as SimulatedGateway)],
      ),
    },
    {
      weight: 2,
      arbitrary: gateway.map(
        (g): SimulationStep => [
          `${g} starts again`,
          (world) =>
            (world.gateways[g] as SimulatedGateway).state === 'dead' ? world.gateways[g]?.start() : undefined,
        ],
      ),
    },
    {
      weight: 6,
      arbitrary: fc
        .integer({ min: 1, max: 15 })
        .map((n): SimulationStep => [`${n * STEP} s pass`, (world) => world.pass(n * STEP)]),
    },
    {
      weight: 2,
      arbitrary: fc
        .integer({ min: -86_400, max: 86_400 })
        .map((s): SimulationStep => [`clocks are set by ${s} s`, (world) => void (world.clock += s)]),
    },
    ...(slow
      ? [
          {
            weight: 3,
            arbitrary: fc.constant<SimulationStep>(['what was slow is written down', (world) => world.writeDown()]),
          },
        ]
      : []),
  )

/** Plays the events; `isWatched`: the displayed state never changes without a reason meanwhile. */
async function play(deeds: readonly SimulationStep[], isWatched: boolean): Promise<void> {
  const world = new PresenceSimulation()
  await world.start()
  if (!isWatched) world.look = async () => {}
  for (const [, work] of deeds) {
    await work(world)
    await world.look()
  }
  await world.calm()
  // an older connection that was stored late is detected as dead first, and its device has time to reconnect
  await world.pass(4 * STEP + (isWatched ? 0 : KEEP_ALIVE + limits.returnMs / 1000))
  const soon = await world.shown()
  for (const { id, link } of world.devices)
    if (link?.alive && link.gateway.state === 'runs') expect(soon.get(id), 'a device that is there, soon').toBe(true)
  await world.pass(2 * BOUND)
  const shown = await world.shown()
  for (const { id, link } of world.devices)
    expect(shown.get(id), 'what is shown in the end').toBe(link?.gateway.state === 'runs' && link.alive)
}

const told = (deeds: readonly SimulationStep[]) => deeds.map(([name]) => name).join('; ')

test('devices of a gateway that was stopped for too long are online again once it resumes', async () => {
  const world = new PresenceSimulation()
  await world.start()
  const [stops, other] = world.gateways as [SimulatedGateway, SimulatedGateway]
  const [stays, dies, moves] = world.devices as [OrderedDevice, OrderedDevice, OrderedDevice]
  for (const one of world.devices) await world.connect(one, stops, false, true)
  await world.pass(STEP)
  expect([...(await world.shown()).values()]).toEqual([true, true, true])
  world.stop(stops)
  await world.pass(BOUND + STEP)
  expect([...(await world.shown()).values()]).toEqual([false, false, false])
  dies.link = undefined
  await world.connect(moves, other, false, false)
  world.goOn(stops)
  await world.pass(2 * STEP)
  const shown = await world.shown()
  expect([stays, dies, moves].map(({ id }) => shown.get(id))).toEqual([true, false, true])
  world.notice(stops)
  await world.pass(2 * STEP)
  expect((await world.shown()).get(moves.id), 'a late goodbye of its older session').toBe(true)
})

test('for any events, no device is displayed wrongly for long, and none changes without a reason', async () => {
  const orders = fc.array(deed(false), { minLength: 5, maxLength: 40, size: 'max' })
  await fc.assert(
    fc.asyncProperty(orders, async (deeds) => {
      await play(deeds, true).catch((error: Error) => {
        throw new Error(`${told(deeds)}: ${error.message}`)
      })
    }),
    { numRuns: RUNS },
  )
}, 600_000)

test('also when a connection is stored after its device connected elsewhere', async () => {
  const orders = fc.array(deed(true), { minLength: 5, maxLength: 40, size: 'max' })
  await fc.assert(
    fc.asyncProperty(orders, async (deeds) => {
      await play(deeds, false).catch((error: Error) => {
        throw new Error(`${told(deeds)}: ${error.message}`)
      })
    }),
    { numRuns: RUNS },
  )
}, 600_000)
