import type { DeviceId } from '@belvedere/pure/device/device-id.ts'
import type { CommandResult, DeviceFacts, DeviceIdentity, DeviceEvent, LogLine } from '@belvedere/drivers/kit/facts.ts'
import type { LateSamples } from '@belvedere/drivers/kit/late-samples.ts'
import type { KeyIssuer } from '../base/keys/key-issuer.ts'
import { defineEvent } from '../kernel/event.ts'
import type { Traffic } from './traffic.ts'

/**
 * Where gateways (any protocol) and rooms meet: gateways ask who a device is, tell that it came, left, reported or that
 * something happened, and serve commands for it. Neither side imports the other.
 */

/** The key a device has proved to hold, from the certificate that TLS has verified. */
export interface DeviceKey {
  /** SHA-256 of the public key (SPKI), hex. */
  fingerprint: string
  issuer: KeyIssuer
  /** Serial number of the certificate, hex. */
  certificate: string
  /** When the certificate ends, Unix seconds. */
  ends_at: number
}

/** Question on `identifySubject`, asked once a connection. */
export interface IdentifyRequest {
  /** From its certificate, or as its protocol tells it. */
  id: DeviceId
  /** The certificate says it is a simulated device. */
  simulated: boolean
  /** Absent: it is asked by us and has no certificate. */
  key?: DeviceKey
  /** Address it dialled from. */
  address: string
  family: string
  identity: DeviceIdentity
  /** Number of the configuration it says it runs. */
  config_uuid: number
  reason?: string
  /** Names this connection over restarts of it; later events carry the same. */
  session: string
}

export interface IdentifyAnswer {
  device_id: number
  /** 0: not claimed by anybody yet. */
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
 * Subject of what comes out of a shell or tunnel on a device: `{ data: base64 } | { closed: true, exit?: number }`. A gateway
 * publishes under the id the connection was identified by, so that a device speaks into its own sessions only.
 */
export const streamSubject = (device_id: number, session: string) => `device.stream.${device_id}.${session}`

/** A name that is one word of a subject; what a device calls its stream goes into one. */
export const isStreamName = (session: string): boolean => /^[\w-]{1,64}$/.test(session)

/** Told (`{ device_ids }`) when there is reason to doubt that devices are there: each must show a sign within seconds. */
export const probeSubject = 'device.probe'

interface DeviceLink {
  device_id: number
  scene_id: number
  serial: string
  /** Unix seconds. */
  at: number
  session: string
}

/** What a gateway asks (`Departure`) when a connection ended: answered once the device is not shown online by it any more. */
export const departSubject = 'device.depart'

export interface Departure extends Pick<DeviceLink, 'device_id' | 'scene_id' | 'session'> {
  /** Seconds since it ended; 0 unless given. */
  ago?: number
}

/**
 * Asked by each gateway every few seconds: the sessions it holds, one entry a device. The answer says where the store differs, so
 * that presence is right again whatever was lost, late or out of order. Served in the process of the gateway.
 */
export const sessionsSubject = 'device.sessions'

export interface SessionsRequest {
  /** How the names of its sessions begin, and of no other gateway's; without, none is ended. */
  prefix?: string
  device_ids: number[]
  sessions: string[]
}

export interface SessionsAnswer {
  /** Devices with a session here that count as offline. */
  away: number[]
  /** Sessions of this gateway by which devices count as online, and which are not among those held. */
  ended: Departure[]
}

/** Asked (`ResumedSession[]`) once devices that count as offline have shown that their sessions live; answers the ids of those that are online now. */
export const resumeSubject = 'device.resume'

export interface ResumedSession {
  device_id: number
  session: string
  address: string
}

export const deviceConnected = defineEvent<DeviceLink & { address: string; reason?: string }>('device.connected', {
  // `presence`: for those who count who is there, and need not hear of every report
  live: ({ scene_id, device_id }) => [
    { topic: 'device', scene_id, ids: [device_id] },
    { topic: 'presence', scene_id },
  ],
})

export const deviceDisconnected = defineEvent<DeviceLink & { reason: string }>('device.disconnected', {
  live: ({ scene_id, device_id }) => ({ topic: 'device', scene_id, ids: [device_id] }),
})

/**
 * Whether news that a device left ends what was opened over that connection of its: a goodbye of an older one may come late. Empty:
 * by which it was opened is unknown.
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

/** One message's facts on their way to the stores. */
export interface DeviceReport {
  device_id: number
  /** 0: not claimed; present state only. */
  scene_id: number
  /** Unix seconds, when the gateway received it. */
  at: number
  /** It came by; absent: of no connection. */
  session?: string
  facts: DeviceFacts
  /** Found when it was written down: the device has started anew since its report before. */
  restarted?: boolean
  /** Found when it was counted: what passed since the report before. */
  traffic?: Traffic | undefined
  /** Of `oncePerReport`. */
  made?: unknown[]
}

/** What a device measured while nobody listened, on its way to the stores. */
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

/** Lines of a log on their way to the store. */
export interface LogReport {
  /** 0: the source is no device of the scene, and `source` names it. */
  device_id: number
  scene_id: number
  source: string
  /** Unix seconds, when the gateway received them. */
  at: number
  lines: readonly LogLine[]
  /** What happens was told beside them (`deviceEvent`): they are stored and nothing follows from them. */
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
 * What is made of a report when it is first asked for, and the same when its batch is tried again or another sink asks. Kept
 * on the report: a weak map costs the garbage collector more than the rest of a message.
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
 * A device was claimed, moved or released. Gateways listen (`eventSubject('device.scene-changed')`): a connection of it carries
 * `scene_id` from now on; `gone`: its id is void, close the connection, the device dials again and is identified anew.
 */
export const deviceSceneChanged = defineEvent<{ device_id: number; scene_id: number; from: number; gone?: true }>(
  'device.scene-changed',
  {
    live: ({ device_id, scene_id, from }) =>
      [...new Set([scene_id, from])].map((scene) => ({ topic: 'device', scene_id: scene, ids: [device_id] })),
  },
)
