import type { TLSSocket } from 'node:tls'
import type { RawData, WebSocket } from 'ws'
import type { DeviceDriver } from '@belvedere/drivers/kit/define-device-driver.ts'
import type { Bus } from '../../base/bus/bus.ts'
import { AddressList } from '../../base/edge/address.ts'
import { deviceConnected, deviceSceneChanged, probeSubject } from '../../devices/device-link.ts'
import { type EventKind, eventSubject } from '../../kernel/event.ts'
import type { Ingest } from '../../devices/ingest/ingest.ts'
import type { LateIntake } from '../../devices/ingest/backfill.ts'
import type { LogIntake } from '../../devices/ingest/log-intake.ts'
import type { Log } from '../../base/process/log.ts'
import type { Pki } from '../../base/keys/pki.ts'
import { bearerOf } from './listener/certificate.ts'
import { DeviceCommands } from './commands.ts'
import { UcentralConnection, type DialIdentity } from './connection.ts'
import { countClose } from './counters.ts'
import { type DeviceListener, type DeviceListenerPki, openDeviceListener } from './listener/device-listener.ts'
import type { DeviceConnection } from './device-connection.ts'
import { ucentralDrivers } from './drivers.ts'
import { depart, type Hub } from './hub.ts'
import { LateSamplesQueue } from './late-samples-queue.ts'
import { defaultLimits, type GatewayLimits } from './limits.ts'
import { Refusals } from './refusal/refusals.ts'
import { Released } from './released.ts'
import { Renewals } from './renewals.ts'
import { UcentralShells } from './shells.ts'
import { contestedSubject, type Rival, Rivals } from './rivals.ts'
import { SessionSync } from './sessions.ts'
import { Semaphore } from '../../base/process/semaphore.ts'
import { ConnectionTimerWheel } from './connection-timer-wheel.ts'

export interface UcentralOptions {
  readonly host: string
  /** 0: any free port. */
  readonly port: number
  readonly pki: DeviceListenerPki & Pick<Pki, 'issuerOf'>
  readonly drivers: readonly DeviceDriver[]
  readonly bus: Bus
  readonly ingest: Pick<Ingest, 'push'>
  readonly late: LateIntake
  readonly logs: Pick<LogIntake, 'push'>
  readonly log: Log
  emit<P>(event: EventKind<P>, payload: P): void
  /** Unix seconds. */
  now(): number
  readonly limits?: Partial<GatewayLimits>
  /** Proxies whose connections begin with the PROXY protocol; none by default. */
  readonly proxies?: AddressList
  /** The host name for devices, when the operator has configured it; else each device gets the name that it dialled. */
  readonly publicHost?: string
}

export interface UcentralGateway {
  readonly port: number
  /** Identified devices, and all sockets. */
  readonly size: { devices: number; sockets: number }
  stop(): Promise<void>
}

const told = (error: unknown) => String((error as Error)?.stack ?? error)

/** A socket refers to its connection, so that all sockets share their handlers. */
type DeviceSocket = WebSocket & { device: UcentralConnection }

/** Listens for uCentral devices until stopped. Rejects when the port is taken. */
export async function startUcentralGateway(options: UcentralOptions): Promise<UcentralGateway> {
  const hub = makeHub(options, () => {
    front?.sweep()
    hub.renewals.tick()
    hub.refusals.tick()
    void hub.sessions.tick()
  })
  const unsubscribe = listenToBus(hub)
  let front: DeviceListener | undefined
  try {
    front = await openDeviceListener({
      ...options,
      limits: hub.limits,
      refusals: hub.refusals,
      proxies: options.proxies ?? new AddressList([]),
      open: () => hub.all.size,
      onSocket: (socket, tls, dialled) => greet(hub, options, { socket, tls, dialled }),
      onError: (error) => options.log.error({ error: told(error) }, 'device upgrade'),
    })
  } catch (error) {
    hub.wheel.stop()
    unsubscribe()
    throw error
  }
  return {
    port: front.port,
    get size() {
      return { devices: hub.bySerial.size, sockets: hub.all.size }
    },
    async stop() {
      hub.stopping = true
      front?.close()
      unsubscribe()
      await letGo(hub)
      hub.commands.close()
      hub.wheel.stop()
    },
  }
}

function makeHub(options: UcentralOptions, onTick: () => void): Hub {
  const limits = { ...defaultLimits, ...options.limits }
  const commands = new DeviceCommands(limits, options.log)
  const slowed = new Set<DeviceConnection>()
  const readAgain = () => {
    const now = performance.now()
    for (const one of slowed) if (!one.stillSlowed(now)) slowed.delete(one)
  }
  const byDevice = new Map<number, DeviceConnection>()
  const all = new Set<DeviceConnection>()
  const { bus, log } = options
  const sessions = new SessionSync({
    bus,
    log,
    limits,
    held: byDevice,
    all,
    depart: (gone) => depart({ bus, log, limits }, gone),
  })
  return {
    bus,
    ingest: options.ingest,
    drivers: ucentralDrivers(options.drivers),
    log,
    emit: options.emit,
    now: options.now,
    limits,
    wheel: new ConnectionTimerWheel(limits.tickMs, () => {
      onTick()
      readAgain()
    }),
    commands,
    logs: options.logs,
    late: new LateSamplesQueue(options.late, limits, options.now),
    renewals: new Renewals({ bus: options.bus, log: options.log, now: options.now, limits, commands }),
    shells: new UcentralShells(options.bus, commands, options.publicHost ?? ''),
    rivals: new Rivals(limits),
    refusals: new Refusals({ bus: options.bus, log: options.log, now: options.now, limits }),
    identifySemaphore: new Semaphore(limits.identities),
    all,
    sessions,
    slowed,
    bySerial: new Map(),
    byDevice,
    released: new Released(),
    abilities: new Map(),
    stopping: false,
  }
}

interface Came {
  readonly device_id: number
  readonly serial: string
  readonly session: string
}

/** Rooms move devices between scenes; a device may reconnect to another gateway while its old connection here is half open. */
function listenToBus({ bus, byDevice, bySerial, released, rivals, sessions }: Hub): () => void {
  const stops = [
    bus.subscribe(
      eventSubject(deviceSceneChanged.name),
      ({ device_id, scene_id, gone }: { device_id: number; scene_id: number; gone?: true }) => {
        const connection = byDevice.get(device_id)
        if (gone) released.add(device_id)
        if (gone) connection?.released()
        else if (connection) connection.scene_id = scene_id
      },
    ),
    bus.subscribe(probeSubject, ({ device_ids }: { device_ids: number[] }) => {
      for (const id of device_ids) byDevice.get(id)?.probe()
    }),
    bus.subscribe(eventSubject(deviceConnected.name), ({ device_id, serial, session }: Came) => {
      sessions.came(device_id)
      const connection = bySerial.get(serial)
      if (connection && connection.session !== session) connection.replaced()
    }),
    bus.subscribe(contestedSubject, (rival: Rival) => {
      rivals.goesOn(rival.bearer)
      bySerial.get(rival.serial)?.contested(rival)
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

interface NewConnection {
  readonly socket: WebSocket
  readonly tls: TLSSocket
  readonly dialled: DialIdentity
}

function greet(hub: Hub, { pki }: UcentralOptions, { socket, tls, dialled }: NewConnection): void {
  socket.on('error', onError)
  const bearer = bearerOf(tls, pki)
  if (hub.stopping) return socket.close(1001, 'stopping')
  if (!bearer) {
    countClose('no-serial')
    hub.refusals.note('no-serial', dialled.address, dialled.names)
    return socket.close(1008, 'no-serial')
  }
  const own = socket as DeviceSocket
  own.device = new UcentralConnection(hub, socket, bearer, dialled)
  own.on('message', onMessage)
  own.on('ping', onSign)
  own.on('pong', onPong)
  own.on('close', onClose)
}

/**
 * A malformed frame. ws has sent the reason to the device and would read on until it closes, which a flood could exploit. The
 * socket is not read any more, and is cut off when the time for the close frame ends.
 */
function onError(this: WebSocket): void {
  const tcp = (this as unknown as { _socket?: TLSSocket })._socket
  if (tcp) setImmediate(() => tcp.pause())
}

/** Close code of RFC 6455: the peer sent no close frame. */
const ABNORMAL = 1006

/** Whatever a device sends, it ends at most its own connection. */
function guarded(work: (device: UcentralConnection, data: RawData) => void) {
  return function (this: WebSocket, data: RawData): void {
    const { device } = this as DeviceSocket
    try {
      work(device, data)
    } catch (error) {
      device.broke(error)
    }
  }
}

const onMessage = guarded((device, data) => device.receive(data as Buffer))
const onSign = guarded((device) => device.sign())
const onPong = guarded((device) => device.ponged())
function onClose(this: WebSocket, code: number): void {
  const { device } = this as DeviceSocket
  try {
    device.gone(code !== ABNORMAL)
  } catch (error) {
    device.broke(error)
  }
}

/** Sends close frames, waits shortly for the answers, cuts off the rest. */
async function letGo({ all, limits }: Hub): Promise<void> {
  for (const connection of all) connection.stop()
  await emptied(all, Math.min(2000, limits.closeMs))
  for (const { socket } of all) socket.terminate()
  await emptied(all, 1000)
}

async function emptied(all: ReadonlySet<DeviceConnection>, ms: number): Promise<void> {
  const until = performance.now() + ms
  while (all.size > 0 && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, 10))
}
