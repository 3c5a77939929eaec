import type { ReportIntervals } from '../config/apply-config.ts'
import type { LooseDocument } from '../config/check-config.ts'
import type { DeviceFiles } from '../commands/busybox.ts'
import type { DeviceClient, DeviceFamily } from '../client/device-client.ts'
import type { NetNode } from '../model/network.ts'
import type { SiteClock } from '../model/site-clock.ts'
import type { WheelTimer } from '../timer-wheel.ts'
import type { World } from '../world.ts'

/** Why a device goes away by itself, and what it is when it comes back. */
export interface Restart {
  reason: string
  /** Seconds it stays away beyond its usual boot. */
  extra?: number
  firmware?: string
  /** Factory default: nothing of the configuration is left. */
  forget?: boolean
  /** It lost its keys or the address of its gateway: it does not find it any more. */
  strays?: boolean
}

/** A configuration to come, and the one to return to. */
export interface ArmedDocument {
  uuid: number
  kept: { uuid: number; config: LooseDocument }
  timer: WheelTimer
}

/** Remote shells of a device, by the names of their sessions. */
export interface RemoteShells {
  /** Answers a reason when it cannot be opened. */
  open(session: unknown): string | undefined
  has(session: unknown): session is string
  write(session: string, data: Buffer): void
  close(session: string, exit?: number): void
  closeAll(): void
}

/** A simulated device as its commands see it. */
export interface CommandedDevice {
  readonly node: NetNode
  readonly clock: SiteClock
  readonly world: World
  readonly family: DeviceFamily
  uuid: number
  firmware: string
  config: LooseDocument | undefined
  reporting: ReportIntervals
  /** Whether the state may be compressed; a configuration can forbid it. */
  compresses: boolean
  client: DeviceClient | undefined
  readonly shells: RemoteShells
  /** The configuration with the highest number that an access point was sent, applied or refused; undefined: the one it runs. */
  stored:
    | {
        uuid: number
        config: LooseDocument
      }
    | undefined
  /** The number of a configuration a switch received and refused: its states tell that one. */
  receivedUuid: number | undefined
  /** Unix seconds until which the client works on a configuration. */
  busyUntil: number
  streaming: WheelTimer | undefined
  /** Set by a fault: the next upgrade fails with this text. */
  failUpgrade: string | undefined
  /** Set by a fault: the next image is accepted and not written. */
  failFlash: boolean
  /** Set by a fault: an upgrade to an image whose name contains this is its last. */
  bricksWith: string | undefined
  /** Set by a fault: configurations are refused with this text. */
  refuseConfig: string | undefined
  /** Set by a fault: seconds a configuration takes longer. */
  slowConfig: number
  /** Numbers of requests it refused: the next message of the kind carries one all the same. */
  unanswered: {
    state?: unknown
    healthcheck?: unknown
  }
  /** Returns to a former configuration unless it is told to stay. */
  armed: ArmedDocument | undefined
  /** Of an access point that was sent a script a shell has run; and the timer that checks the result. */
  files: DeviceFiles | undefined
  looking: WheelTimer | undefined
  /** The last configuration it was told to stay with. */
  confirmed: number | undefined
  /** How often a configuration has cut it off, and how often its client fell over one. */
  strandings: number
  falls: number
  readonly serial: string
  readonly isConnected: boolean
  /** Current and a path to the root: it can talk. */
  readonly canTalk: boolean
  /** Dials after so many seconds, and keeps dialling until `stop`. */
  start(after: number): void
  stop(): void
  /** After so many simulated-delay seconds, shortened by the time scale. */
  later(wait: number, run: () => void): WheelTimer
  /** Called when the connection to the gateway ends; returns the way to be forgotten. */
  onSessionEnd(end: () => void): () => void
  /** Looks whether current and cable still allow to talk, and behaves accordingly. */
  feel(): void
  /** Current gone, without a word; `on` again it boots. */
  switchOff(): void
  switchOn(): void
  /** Ends the connection as a reboot does, and comes back after the model's boot time. */
  restart(restart: Restart): void
  /** The client program starts again, the device itself keeps running. */
  restartClient(firmware?: string): void
  /** The client program starts again after the device has put its former configuration back. */
  recover(): void
  disarm(): void
  /** Tells the others that cables or current may have changed. */
  changed(): void
  /** A message without an answer; kept for later only when it is an event. */
  send(method: string, params: LooseDocument): void
  answer(id: unknown, status: LooseDocument, more?: LooseDocument): void
  /** Something that happened; kept while there is no connection. */
  event(type: string, payload: LooseDocument): void
  /** The same, if the configuration asks for events of this type. */
  tell(type: string, payload: LooseDocument): void
  log(text: string, severity: number): void
  /** After a configuration changed the rhythm. */
  reschedule(): void
  /** The state document of this moment. */
  state(periodic: boolean): LooseDocument
  reportState(request?: unknown): void
  reportHealth(request?: unknown): void
  /** An alarm of the housing: the client of the switches writes all its members as text. */
  alarm(members: { id: number; resource: string; text: string; type_id: string; severity: number; at: number }): void
}
