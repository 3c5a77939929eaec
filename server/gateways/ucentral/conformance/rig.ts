import { generateKeyPairSync, type KeyObject, X509Certificate } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import type { DeviceDriver } from '@belvedere/drivers/kit/define-device-driver.ts'
import { readRecordings } from '@belvedere/drivers/kit/play-recording.ts'
import { type Bus, localBus } from '../../../base/bus/bus.ts'
import {
  type CommandAnswer,
  commandSubject,
  type Departure,
  departSubject,
  type IdentifyAnswer,
  type IdentifyRequest,
  identifySubject,
  type LateReport,
  type LogReport,
  type DeviceReport,
} from '../../../devices/device-link.ts'
import { eventSubject } from '../../../kernel/event.ts'
import { openPki, type Pki, type PkiOptions } from '../../../base/keys/pki.ts'
import { certificateFor, publicHalf } from '../../../base/keys/key-pairs.ts'
import type { Issuer } from '../../../base/keys/make-certificate.ts'
import { driversAtHand } from './drivers-at-hand.ts'
import type { GatewayLimits } from '../limits.ts'
import { noLate } from '../../../devices/test-devices.ts'
import { startUcentralGateway, type UcentralGateway } from '../start-gateway.ts'
import { type DialOptions, dial, type TestDevice, type DeviceCredentials } from './test-device.ts'

/** A gateway on a free port with real TLS, and the recorded calls of its interfaces. */
export interface GatewayRig {
  readonly gateway: UcentralGateway
  readonly bus: Bus
  readonly pki: Pki
  readonly asks: IdentifyRequest[]
  readonly departures: Departure[]
  readonly reports: DeviceReport[]
  readonly late: LateReport[]
  readonly logs: LogReport[]
  /** Events by name, in order. */
  events<P = any>(name: string): P[]
  /** All log output, as text. */
  readonly log: () => string
  /** The answer of the device room; tests change it. */
  identify: (ask: IdentifyRequest) => Promise<IdentifyAnswer> | IdentifyAnswer
  /** A certificate of our device CA. */
  certificate(serial: string, options?: TestCertificateOptions): Promise<DeviceCredentials>
  dial(serial: string, options?: Partial<DialOptions> & TestCertificateOptions): Promise<TestDevice>
  /** Connected and identified. */
  device(
    serial: string,
    options?: Partial<DialOptions> &
      TestCertificateOptions & { hello?: Record<string, unknown>; like?: RigDeviceFamily },
  ): Promise<TestDevice>
  command(serial: string, verb: string, args?: Record<string, unknown>, timeout?: number): Promise<CommandAnswer>
  close(): Promise<void>
}

export interface TestCertificateOptions {
  /** Our authority by default. */
  readonly issuer?: Issuer
  readonly rsa?: true
  readonly commonName?: string
  /** Validity; a month by default. */
  readonly days?: number
}

export type RigDeviceFamily = 'ucentral-ap' | 'ucentral-switch' | 'linux-agent'

const driversDir = new URL('../../../../drivers/device/', import.meta.url)

/** A message from a family's recordings, with another serial number. */
export function recorded(family: RigDeviceFamily, name: string, serial: string, change: Record<string, unknown> = {}) {
  const message = readRecordings(new URL(`${family}/`, driversDir)).get(name)?.[0]
  if (!message) throw new Error(`no recording ${family}/${name}`)
  return { ...message, params: { ...message.params, serial, ...change } }
}

export interface GatewayRigOptions {
  readonly limits?: Partial<GatewayLimits>
  readonly drivers?: readonly DeviceDriver[]
  readonly pki?: Partial<PkiOptions>
  /** Unix seconds. */
  now?(): number
  /** Another gateway on the bus and with the authorities of this rig, as in another process. */
  beside?: GatewayRig
}

export async function startRig(options: GatewayRigOptions = {}): Promise<GatewayRig> {
  const dir = await mkdtemp(join(tmpdir(), 'ucentral-'))
  const pki = options.beside?.pki ?? (await openPki(dir, { hostnames: ['localhost'], ...options.pki }))
  const lines: string[] = []
  const bus =
    options.beside?.bus ??
    localBus((error, subject) => lines.push(`${subject}: ${String((error as Error)?.stack ?? error)}`))
  const published = new Map<string, unknown[]>()
  const reports: DeviceReport[] = []
  const late: LateReport[] = []
  const logs: LogReport[] = []
  const requests: IdentifyRequest[] = []
  const departures: Departure[] = []
  const ids = new Map<string, number>()
  const idOf = (serial: string) => ids.get(serial) ?? (ids.set(serial, ids.size + 1), ids.size)
  const gateway = await startUcentralGateway({
    host: '127.0.0.1',
    port: 0,
    pki,
    drivers: options.drivers ?? (await driversAtHand()),
    bus,
    ingest: { push: (report) => Boolean(reports.push(report)) },
    late: { ...noLate, push: (report) => Boolean(late.push(report)) },
    logs: { push: (report) => void logs.push(report) },
    log: pino({ level: 'trace' }, collect(lines)),
    emit: (event, payload) => {
      published.set(event.name, [...(published.get(event.name) ?? []), payload])
      bus.publish(eventSubject(event.name), payload)
    },
    now: options.now ?? (() => Math.floor(Date.now() / 1000)),
    ...(options.limits ? { limits: options.limits } : {}),
  })
  if (!options.beside) {
    bus.serve(identifySubject, async (ask: IdentifyRequest) => {
      requests.push(ask)
      return rig.identify(ask)
    })
    bus.serve(departSubject, async (departure: Departure) => void departures.push(departure))
  }
  const rig: GatewayRig = {
    gateway,
    bus,
    pki,
    asks: requests,
    departures,
    reports,
    late,
    logs,
    events: <P>(name: string) => (published.get(name) ?? []) as P[],
    log: () => lines.join('\n'),
    identify: ({ id }) => ({ device_id: idOf(id.value), scene_id: 1 }),
    certificate: (serial, input = {}) => makeCredentials(pki, serial, input),
    async dial(serial, dialHow = {}) {
      const credentials = dialHow.credentials ?? (await makeCredentials(pki, serial, dialHow))
      return dial(gateway.port, { ...dialHow, credentials, ca: dialHow.ca ?? pki.ca })
    },
    async device(serial, { hello, like = 'ucentral-ap', ...dialHow } = {}) {
      const device = await rig.dial(serial, dialHow)
      const before = rig.events('device.connected').length
      device.send(recorded(like, 'connect', serial, hello))
      await until(
        () =>
          rig.events('device.connected').length > before &&
          rig.events('device.connected').some((came) => came.serial === serial),
      )
      return device
    },
    command: (serial, verb, args = {}, timeout) =>
      bus.request(commandSubject(idOf(serial)), { verb, args, timeout }, 60_000),
    async close() {
      await gateway.stop()
      if (!options.beside) await bus.close()
      await rm(dir, { recursive: true, force: true })
    },
  }
  return rig
}

function collect(lines: string[]): Writable {
  return new Writable({
    write(chunk, _, done) {
      lines.push(String(chunk))
      done()
    },
  })
}

async function makeCredentials(
  pki: Pki,
  serial: string,
  { issuer, rsa, commonName, days = 30 }: TestCertificateOptions,
): Promise<DeviceCredentials> {
  const { publicKey, privateKey } = keyPair(rsa)
  const signer = issuer ?? (await issuerIn(pki, 'device-ca'))
  const spki = publicKey.export({ type: 'spki', format: 'der' })
  const cert = await certificateFor(
    { name: commonName ?? serial, publicKey: spki, kind: 'client', now: Date.now(), days },
    signer,
  )
  return { cert, key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string }
}

const keyPair = (rsa?: true): { publicKey: KeyObject; privateKey: KeyObject } =>
  rsa ? generateKeyPairSync('rsa', { modulusLength: 2048 }) : generateKeyPairSync('ec', { namedCurve: 'P-256' })

/** One of our own authorities, with its key. */
export async function issuerIn(pki: Pki, file: 'ca' | 'device-ca' | 'simulated-ca'): Promise<Issuer> {
  const { createPrivateKey } = await import('node:crypto')
  const [certificate, key] = await Promise.all([
    readFile(join(pki.dir, `${file}.pem`), 'utf8'),
    readFile(join(pki.dir, `${file}.key`), 'utf8'),
  ])
  return { certificate, key: createPrivateKey(key) }
}

/** An authority that is not configured. */
export async function newAuthority(name: string): Promise<Issuer> {
  const { privateKey } = keyPair()
  const options = { name, publicKey: publicHalf(privateKey), kind: 'ca', now: Date.now(), days: 30 } as const
  return { certificate: await certificateFor(options, { certificate: '', key: privateKey }), key: privateKey }
}

/** A server certificate with its key, PEM. */
export async function serverCertificate(issuer: Issuer, hostname: string): Promise<DeviceCredentials> {
  const { privateKey } = keyPair()
  const options = {
    name: hostname,
    publicKey: publicHalf(privateKey),
    kind: 'server',
    hostnames: [hostname, '127.0.0.1'],
    now: Date.now(),
    days: 30,
  } as const
  return {
    cert: await certificateFor(options, issuer),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  }
}

/** The fingerprint by which a test identifies a certificate. */
export const fingerprintOf = (pem: string) => new X509Certificate(pem).fingerprint256

/** Waits until a condition is true; fails with a clear error otherwise. */
export async function until(true_: () => boolean, ms = 60_000): Promise<void> {
  const end = performance.now() + ms
  while (!true_()) {
    if (performance.now() > end) throw new Error(`not true within ${ms} ms: ${true_}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

export const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
