import type { Words } from '@belvedere/contract/kit/text.ts'
import type { ProtocolMember } from './define-protocol.ts'
import type { Reading } from './reading.ts'
import type { IntentKind } from '@belvedere/contract/kit/intent/define-intent-kind.ts'
import type { BaseFrom, Compile, PortChoices, ReadBack } from './compile.ts'
import type { Sources } from './statistics.ts'
import type { Board, Transplant } from './transplant.ts'
import type { DeviceFacts } from './facts.ts'

/** Reporting settings of a device. */
export interface Reporting {
  /** Seconds between two states; 0: it sends none. */
  every: number
  /** Its health checks. */
  checks: boolean
  /** Seconds within which it reports the number of its active configuration; 0: it does not. */
  tells: number
  /** Terminals, together with its wireless networks. */
  terminals: boolean
  networks: boolean
  /** Device events. */
  events: boolean
}

/**
 * How a device downloads an image: `pinned`, over TLS from the holder of our key; `public`, over TLS from a server with a
 * certificate of a public authority; `plain`, without TLS; `local`, over TLS from a server with a certificate of the authority by
 * which it verifies its gateway.
 */
export type FetchMethod = 'pinned' | 'public' | 'plain' | 'local'

/**
 * One family of hardware: pure data and pure functions, without sockets and database. `protocol` is typed by its gateway; everything else
 * is the same for all protocols, and is all that rooms use.
 */
export interface DeviceDriver<P extends ProtocolMember = ProtocolMember> {
  readonly family: string
  readonly words: Words
  /** The sources of each statistic of the console. */
  readonly sources: Sources
  readonly protocol: P
  /** Decodes any message except the first; never throws. `method` is its name in the protocol. */
  decode(method: string, params: Record<string, unknown>): Reading
  /** The ways in which devices of this family with this firmware fetch an image; absent: they are not upgraded. */
  readonly fetches?: (firmware: string) => readonly FetchMethod[]
  /** Its devices keep an image in memory until it is written: an image larger than the free memory is not sent. */
  readonly holdsImages?: true
  /** Its program is part of this product: hosts can be enrolled for it, and the server has its package. At most one family. */
  readonly shipped?: true
  /** Absent: these devices cannot be configured. */
  readonly compile?: Compile
  /** With `compile`: supported kinds of intents. Others are not offered. */
  readonly kinds?: readonly IntentKind[]
  /** Absent: the ports of these devices have no settings. */
  readonly ports?: (capabilities: Record<string, unknown>) => PortChoices
  /** Moves a configuration to another device of the family; absent: not supported. `facts`: its last report. */
  readonly replace?: {
    board(capabilities: Record<string, unknown>, facts: DeviceFacts | undefined): Board
    transplant: Transplant
  }
  /** With `compile`. */
  readonly readBack?: ReadBack
  /** The reporting settings of a document; absent: documents have none. */
  readonly reporting?: (document: Record<string, unknown>) => Reporting
  /** For families that do not answer the verb `running`. */
  readonly baseFrom?: BaseFrom
  /** With `baseFrom`: a document composed from reports, with unknown values taken from a document sent since. Pure. */
  readonly complete?: (former: Record<string, unknown>, sent: Record<string, unknown>) => Record<string, unknown>
}

const mark = Symbol.for('belvedere.device-driver')

export function defineDeviceDriver<const D extends DeviceDriver>(driver: D): D {
  Object.defineProperty(driver, mark, { value: true })
  return driver
}

/** True for results of `defineDeviceDriver`; discovery looks for them in every `drivers/device/<family>/driver.ts`. */
export function isDeviceDriver(value: unknown): value is DeviceDriver {
  return typeof value === 'object' && value !== null && mark in value
}
