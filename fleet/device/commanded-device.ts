import type { ReportIntervals } from '../config/apply-config.ts'
import type { LooseDocument } from '../config/check-config.ts'
import type { DeviceFiles } from '../commands/busybox.ts'
import type { DeviceClient, DeviceFamily } from '../client/device-client.ts'
import type { NetNode } from '../model/network.ts'
import type { SiteClock } from '../model/site-clock.ts'
import type { WheelTimer } from '../timer-wheel.ts'
import type { World } from '../world.ts'

/** Why a device disconnects by itself, and its state when it returns. */
export interface Restart {
  reason: string
  /** Seconds it stays offline beyond its usual boot time. */
  extra?: number
  firmware?: string
  /** Factory reset: the configuration is lost. */
  forget?: boolean
  /** It lost its keys or the address of its gateway: it does not reconnect. */
  strays?: boolean
}

/** The next configuration, and the one to restore. */
export interface ArmedDocument {
  uuid: number
  kept: { uuid: number; config: LooseDocument }
  timer: WheelTimer
}

/** Remote shells of a device, by session name. */
export interface RemoteShells {
  /** Returns a reason when it cannot be opened. */
  open(session: unknown): string | undefined
  has(session: unknown): session is string
  write(session: string, data: Buffer): void
  close(session: string, exit?: number): void
  closeAll(): void
}

/** The interface of a simulated device for its commands. */
export interface CommandedDevice {
  readonly node: NetNode
  readonly clock: SiteClock
  readonly world: World
  readonly family: DeviceFamily
  uuid: number
  firmware: string
  config: LooseDocument | undefined
  reporting: ReportIntervals
  /** Whether the state may be compressed; a configuration can disable it. */
  compresses: boolean
  client: DeviceClient | undefined
  readonly shells: RemoteShells
  /**
   * The configuration with the highest number that an access point has received, applied or refused; undefined: the active one.
   */
  stored:
    | {
        uuid: number
        config: LooseDocument
      }
    | undefined
  /** The number of a configuration that a switch received and refused: its states contain that number. */
  receivedUuid: number | undefined
  /** Unix seconds until which the client applies a configuration. */
  busyUntil: number
  streaming: WheelTimer | undefined
  /** Set by a fault: the next upgrade fails with this text. */
  failUpgrade: string | undefined
  /** Set by a fault: the next image is accepted and not written. */
  failFlash: boolean
  /** Set by a fault: an upgrade to an image whose name contains this destroys it. */
  bricksWith: string | undefined
  /** Set by a fault: configurations are refused with this text. */
  refuseConfig: string | undefined
  /** Set by a fault: seconds a configuration takes longer. */
  slowConfig: number
  /** Numbers of requests that it refused: the next message of the kind still contains one. */
  unanswered: {
    state?: unknown
    healthcheck?: unknown
  }
  /** Rolls back to a former configuration unless it is confirmed. */
  armed: ArmedDocument | undefined
  /** Of an access point with a script that ran in a shell; and the timer that checks the result. */
  files: DeviceFiles | undefined
  looking: WheelTimer | undefined
  /** The last confirmed configuration. */
  confirmed: number | undefined
  /** How often a configuration has cut it off, and how often one has crashed its client. */
  strandings: number
  falls: number
  readonly serial: string
  readonly isConnected: boolean
  /** It has power and a path to the root: it can communicate. */
  readonly canTalk: boolean
  /** Connects after this number of seconds, and reconnects until `stop`. */
  start(after: number): void
  stop(): void
  /** Runs after this number of simulated seconds, shortened by the time scale. */
  later(wait: number, run: () => void): WheelTimer
  /** Called when the connection to the gateway ends; returns the function that removes the callback. */
  onSessionEnd(end: () => void): () => void
  /** Checks whether power and cable still allow communication, and acts accordingly. */
  feel(): void
  /** Power loss, without notice; with `on` it boots again. */
  switchOff(): void
  switchOn(): void
  /** Ends the connection like a reboot, and reconnects after the model's boot time. */
  restart(restart: Restart): void
  /** The client program restarts, the device itself keeps running. */
  restartClient(firmware?: string): void
  /** The client program restarts after the device has restored its former configuration. */
  recover(): void
  disarm(): void
  /** Notifies the others that cables or power may have changed. */
  changed(): void
  /** A message without an answer; queued while offline only when it is an event. */
  send(method: string, params: LooseDocument): void
  answer(id: unknown, status: LooseDocument, more?: LooseDocument): void
  /** An event; queued while there is no connection. */
  event(type: string, payload: LooseDocument): void
  /** The same, if the configuration enables events of this type. */
  tell(type: string, payload: LooseDocument): void
  log(text: string, severity: number): void
  /** Called after a configuration changed the intervals. */
  reschedule(): void
  /** The present state document. */
  state(periodic: boolean): LooseDocument
  reportState(request?: unknown): void
  reportHealth(request?: unknown): void
  /** A hardware alarm: the client of the switches writes all its members as text. */
  alarm(members: { id: number; resource: string; text: string; type_id: string; severity: number; at: number }): void
}
