import type { Words } from '@belvedere/contract/kit/text.ts'
import type { Kept, LateSamples } from './late-samples.ts'
import type { LogLines } from './log-lines.ts'
import type { IntentKind } from '@belvedere/contract/kit/intent/define-intent-kind.ts'
import type { BaseFrom, Compile, PortChoices, ReadBack } from './compile.ts'
import type { Sources } from './statistics.ts'
import type { Board, Transplant } from './transplant.ts'
import type { CommandResult, DeviceCommand, DeviceFacts, DeviceIdentity, DeviceEvent } from './facts.ts'

/** First message of a device, as its protocol puts it. */
export interface Hello {
  serial: string
  firmware: string
  capabilities: Record<string, unknown>
  reason?: string
}

/** What the device said it can do; all of its identity that is kept while it is connected. */
export type Abilities = Pick<DeviceIdentity, 'verbs' | 'cgi' | 'late' | 'renews' | 'proves' | 'logs'>

/** One command in the words of the protocol. */
export interface UcentralCommand {
  method: string
  params: Record<string, unknown>
  /** Milliseconds until it counts as lost. */
  timeout: number
  /** `false`: the device never answers this method; sending is the success. */
  answers?: boolean
  /** The way from the device's result to ours; without it `status.error` 0 is success and `status.text` the message. */
  read?(result: Record<string, unknown>): CommandResult
  /** Sent in its place where the device refuses it. */
  otherwise?: UcentralCommand
  /** Sent when it has ended; the device's answer to it changes nothing. */
  afterwards?: UcentralCommand
  /**
   * For commands whose "accepted" is not the end: asked for each later message of the device, within `timeout`, until it
   * answers. `sent` is what went out, with the `request_uuid` the gateway added.
   */
  settles?(method: string, params: Record<string, unknown>, sent: Record<string, unknown>): CommandResult | undefined
  /** The link may drop while the device obeys: how it went, told by the configuration with which it comes back. */
  resumes?(config_uuid: number, sent: Record<string, unknown>): CommandResult
  /** The device goes away when it obeys: a connection lost after it accepted is success. */
  restarts?: true
  /** Sent beside whatever the device is busy with, outside the queue of one. */
  aside?: true
  /**
   * The device opens a connection of its own to the terminal port. The gateway sends the command when a shell is opened, with
   * `server`, `port`, `id` and `token`; what else is asked of the shell goes over that connection.
   */
  dials?: true
}

/** What the polling gateway asks of devices of a family that speak SNMP. Object identifiers in dots, without a leading one. */
export interface SnmpAsks {
  /** Asked once, when a device is met: they make the `x-snmp` member of its capabilities. */
  readonly hello: readonly string[]
  /** Asked every time; those a device does not have are missing from what `decode` is given. */
  readonly scalars: readonly string[]
  /** Columns read row by row, together; a table whose first column is empty is asked again only now and then. */
  readonly tables: readonly { readonly columns: readonly string[] /** Rows at most. */; readonly most: number }[]
}

/** Reporting settings of a device. */
export interface Reporting {
  /** Seconds between two states; 0: it sends none. */
  every: number
  /** The checks it makes of itself. */
  checks: boolean
  /** Seconds within which it reports the number of the configuration it runs; 0: it does not. */
  tells: number
  /** Terminals, and its wireless networks with them. */
  terminals: boolean
  networks: boolean
  /** What happens on it, when it happens. */
  events: boolean
}

/** Arguments that cannot be put into words: the first wrong one by name. */
export interface InvalidArgument {
  wrong: string
}

/** A piece of a remote shell's output. */
export interface StreamPiece {
  session: string
  /** Base64. */
  data?: string
  closed?: true
  exit?: number
}

/** What a driver makes of one device message. */
export interface Reading {
  facts?: DeviceFacts
  events?: DeviceEvent[]
  streams?: StreamPiece[]
  late?: LateSamples
  /** Lines of its log, of a device whose identity says `logs`. */
  logs?: LogLines
}

/**
 * How a device fetches an image: `pinned`, over TLS from who holds our key; `public`, over TLS from who has a certificate of a public
 * authority; `plain`, without TLS; `local`, over TLS from who has a certificate of the authority by which it verifies its gateway.
 */
export type FetchWay = 'pinned' | 'public' | 'plain' | 'local'

/** A message to a device that it does not answer. */
export interface UcentralNotice {
  method: string
  params: Record<string, unknown>
}

/**
 * The front door for one family of hardware: pure data and pure functions. It never sees a socket or the database.
 * `decode` is called for every message but the first; `encode` is total over the verbs listed in `identify().verbs`.
 */
export interface DeviceDriver {
  readonly family: string
  readonly words: Words
  /** Where its devices report what the console counts, draws and watches. */
  readonly sources: Sources
  /** Asked in order of `priority`, highest first; the first that says yes drives the device. */
  readonly priority: number
  matches(hello: Hello): boolean
  identify(hello: Hello): DeviceIdentity
  decode(method: string, params: Record<string, unknown>): Reading
  /** `undefined`: this driver or this device cannot (`Not support`). */
  encode(command: DeviceCommand, can: Abilities): UcentralCommand | InvalidArgument | undefined
  /** The ways in which devices of this family with this firmware fetch an image; absent: they are not upgraded. */
  readonly fetches?: (firmware: string) => readonly FetchWay[]
  /** Absent: nothing can be configured on these devices. */
  readonly compile?: Compile
  /** Goes with `compile`: kinds of intents that devices of the family take. Others are offered nowhere for them. */
  readonly kinds?: readonly IntentKind[]
  /** Absent: nothing can be set on the ports of these devices. */
  readonly ports?: (capabilities: Record<string, unknown>) => PortChoices
  /** How a configuration goes onto another device of the family; absent: it does not. `facts`: what it last reported. */
  readonly replace?: {
    board(capabilities: Record<string, unknown>, facts: DeviceFacts | undefined): Board
    transplant: Transplant
  }
  /** Goes with `compile`. */
  readonly readBack?: ReadBack
  /** What a document makes a device of the family report; absent: documents do not say. */
  readonly reporting?: (document: Record<string, unknown>) => Reporting
  /** For families that do not answer the verb `running`. */
  readonly baseFrom?: BaseFrom
  /** Goes with `baseFrom`: a document put together from reports, with what it leaves open taken from one sent since. Pure. */
  readonly complete?: (former: Record<string, unknown>, sent: Record<string, unknown>) => Record<string, unknown>
  /** Present on families that are polled: `hears('variables', values)` gets values by object identifier. */
  readonly snmp?: SnmpAsks
  /** Goes with an identity that says `late`: asks for so many samples at most, and says which need not be kept any longer. */
  readonly late?: { ask(most: number): UcentralNotice; kept(kept: Kept): UcentralNotice }
  /** Goes with an identity that says `renews`: hands over a certificate (PEM), and the port at which one that has ended is renewed. */
  readonly renew?: (certificate: string, enrol_port: number) => UcentralCommand
  /** Largest message the device takes, bytes. */
  readonly maxMessage: number
  /** Seconds between our pings; a device silent for two of them is gone. */
  readonly pingSeconds: number
}

const mark = Symbol.for('belvedere.device-driver')

export function defineDeviceDriver<const D extends DeviceDriver>(driver: D): D {
  Object.defineProperty(driver, mark, { value: true })
  return driver
}

/** True for what `defineDeviceDriver` made; discovery looks for it in every `drivers/device/<family>/driver.ts`. */
export function isDeviceDriver(value: unknown): value is DeviceDriver {
  return typeof value === 'object' && value !== null && mark in value
}

export type { CommandResult, DeviceCommand, DeviceFacts, DeviceIdentity, DeviceEvent }
