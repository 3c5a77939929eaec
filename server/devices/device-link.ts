import type { DeviceId } from '@belvedere/pure/device/device-id.ts'
import type { CommandResult, DeviceFacts, DeviceIdentity, DeviceEvent, LogLine } from '@belvedere/drivers/kit/facts.ts'
import type { LateSamples } from '@belvedere/drivers/kit/late-samples.ts'
import type { KeyIssuer } from '../base/keys/key-issuer.ts'
import { defineEvent } from '../kernel/event.ts'
import type { Traffic } from './traffic.ts'

/**
 * The interface between gateways (of any protocol) and rooms: gateways identify devices, announce that they connected or disconnected,
 * deliver reports and events, and serve commands. Neither side imports the other.
 */

/** The proved key of a device, from the certificate that TLS has verified. */
export interface DeviceKey {
  /** SHA-256 of the public key (SPKI), hex. */
  fingerprint: string
  issuer: KeyIssuer
  /** Serial number of the certificate, hex. */
  certificate: string
  /** When the certificate ends, Unix seconds. */
  ends_at: number
}

/** Request on `identifySubject`, sent once per connection. */
export interface IdentifyRequest {
  /** From its certificate, or from its protocol. */
  id: DeviceId
  /** By its certificate a simulated device. */
  simulated: boolean
  /** Absent: a polled device without certificate. */
  key?: DeviceKey
  /** Address it connected from. */
  address: string
  family: string
  identity: DeviceIdentity
  /** Number of the configuration that it reports as running. */
  config_uuid: number
  reason?: string
  /** Identifies this connection across restarts; later events have the same value. */
  session: string
}

export interface IdentifyAnswer {
  device_id: number
  /** 0: not claimed yet. */
  scene_id: number
  /** Close the connection: it is blacklisted, bound to another key, or its key is revoked. */
  refused?: 'blocked' | 'other-key' | 'revoked'
}

export const identifySubject = 'device.identify'

/** Subject on which the gateway that holds the device serves `DeviceCommand & { timeout? }` → `CommandAnswer`. */
export const commandSubject = (device_id: number) => `device.command.${device_id}`

/** `unsupported`: the driver answers `Not support`. */
export type CommandAnswer = CommandResult | { unsupported: true }

/**
 * Subject of the output of a shell or tunnel on a device: `{ data: base64 } | { closed: true, exit?: number }`. A gateway publishes under
 * the id of the identified connection, so that a device can only write into its own sessions.
 */
export const streamSubject = (device_id: number, session: string) => `device.stream.${device_id}.${session}`

/** A valid word of a subject; the stream names of devices become part of one. */
export const isStreamName = (session: string): boolean => /^[\w-]{1,64}$/.test(session)

/** Published (`{ device_ids }`) when the presence of devices is in doubt: each must answer within seconds. */
export const probeSubject = 'device.probe'

interface DeviceLink {
  device_id: number
  scene_id: number
  serial: string
  /** Unix seconds. */
  at: number
  session: string
}

/** Request (`Departure`) of a gateway after the end of a connection: answered once the device is no longer online by it. */
export const departSubject = 'device.depart'

export interface Departure extends Pick<DeviceLink, 'device_id' | 'scene_id' | 'session'> {
  /** Seconds since it ended; 0 unless given. */
  ago?: number
}

/**
 * Sent by each gateway every few seconds: its open sessions, one entry per device. The answer states the differences to the database, so
 * that presence is corrected after lost, late or reordered messages. Served in the process of the gateway.
 */
export const sessionsSubject = 'device.sessions'

export interface SessionsRequest {
  /** The prefix of its session names, unique per gateway; without it, none is ended. */
  prefix?: string
  device_ids: number[]
  sessions: string[]
}

export interface SessionsAnswer {
  /** Devices with an open session that are stored as offline. */
  away: number[]
  /** Stored sessions of this gateway that are no longer open. */
  ended: Departure[]
}

/**
 * Sent (`ResumedSession[]`) when devices stored as offline have proved that their sessions are alive; answers the ids of those that are
 * online now.
 */
export const resumeSubject = 'device.resume'

export interface ResumedSession {
  device_id: number
  session: string
  address: string
}

export const deviceConnected = defineEvent<DeviceLink & { address: string; reason?: string }>('device.connected', {
  // `presence`: for counts of online devices, without messages about every report
  live: ({ scene_id, device_id }) => [
    { topic: 'device', scene_id, ids: [device_id] },
    { topic: 'presence', scene_id },
  ],
})

export const deviceDisconnected = defineEvent<DeviceLink & { reason: string }>('device.disconnected', {
  live: ({ scene_id, device_id }) => ({ topic: 'device', scene_id, ids: [device_id] }),
})

/**
 * Whether a departure ends channels opened over that connection: the departure of an older connection may arrive late. Empty: the
 * connection of the channel is unknown.
 */
export const endsWith = (
  left: Pick<DeviceLink, 'device_id' | 'session'>,
  device_id: number | undefined,
  connection: string,
) => left.device_id === device_id && (connection === '' || left.session === connection)

export interface DeviceEventReport {
  device_id: number
  scene_id: number
  event: DeviceEvent
}

export const deviceEvent = defineEvent<DeviceEventReport>('device.event')

/** The facts of one message, before they are stored. */
export interface DeviceReport {
  device_id: number
  /** 0: not claimed; present state only. */
  scene_id: number
  /** Unix seconds, when the gateway received it. */
  at: number
  /** The connection it arrived by; absent: none. */
  session?: string
  facts: DeviceFacts
  /** Determined on writing: the device has restarted since its previous report. */
  restarted?: boolean
  /** Found when it was counted: what passed since the report before. */
  traffic?: Traffic | undefined
  /** Of `oncePerReport`. */
  made?: unknown[]
}

/** Backfilled samples of a device, before they are stored. */
export interface LateReport {
  device_id: number
  /** Unix seconds, when the gateway received it. */
  at: number
  samples: LateSamples
  /** Called once it is committed. */
  kept(): void
}

let makers = 0
const unmade = Symbol('unmade')

/** Lines of a log, before they are stored. */
export interface LogReport {
  /** 0: the source is no device of the scene, and `source` names it. */
  device_id: number
  scene_id: number
  source: string
  /** Unix seconds, when the gateway received them. */
  at: number
  lines: readonly LogLine[]
  /** The events were also sent as `deviceEvent`: the lines are stored without further effect. */
  heard?: true
}

/** A line as it is stored. */
export interface StoredLine extends LogLine {
  device_id: number
  scene_id: number
  type: string
  source: string
}

/**
 * A value derived from a report on first use, and reused when its batch is retried or another sink needs it. Stored on the report: a weak
 * map costs the garbage collector more than the rest of a message.
 */
export function oncePerReport<T>(make: (report: DeviceReport) => T): (report: DeviceReport) => T {
  const place = makers++
  return (report) => {
    report.made ??= []
    while (report.made.length <= place) report.made.push(unmade)
    if (report.made[place] === unmade) report.made[place] = make(report)
    return report.made[place] as T
  }
}

/**
 * A device was claimed, moved or released. Gateways listen (`eventSubject('device.scene-changed')`): its connection has `scene_id` from now
 * on; `gone`: its id is void, close the connection, the device reconnects and is identified again.
 */
export const deviceSceneChanged = defineEvent<{ device_id: number; scene_id: number; from: number; gone?: true }>(
  'device.scene-changed',
  {
    live: ({ device_id, scene_id, from }) =>
      [...new Set([scene_id, from])].map((scene) => ({ topic: 'device', scene_id: scene, ids: [device_id] })),
  },
)
