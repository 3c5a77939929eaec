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

/**
 * How a device fetches an image: `pinned`, over TLS from who holds our key; `public`, over TLS from who has a certificate of a public
 * authority; `plain`, without TLS; `local`, over TLS from who has a certificate of the authority by which it verifies its gateway.
 */
export type FetchMethod = 'pinned' | 'public' | 'plain' | 'local'

/**
 * One family of hardware: pure data and pure functions. It never sees a socket or the database. `protocol` is typed by the gateway
 * that serves it; everything else is the same for all protocols, and all the rooms know.
 */
export interface DeviceDriver<P extends ProtocolMember = ProtocolMember> {
  readonly family: string
  readonly words: Words
  /** Where its devices report what the console counts, draws and watches. */
  readonly sources: Sources
  readonly protocol: P
  /** Decodes any message but the first: total, whatever it holds. `method` is its name in the protocol. */
  decode(method: string, params: Record<string, unknown>): Reading
  /** The ways in which devices of this family with this firmware fetch an image; absent: they are not upgraded. */
  readonly fetches?: (firmware: string) => readonly FetchMethod[]
  /** Its devices hold an image in memory until it is written: one larger than what is free is not sent. */
  readonly holdsImages?: true
  /** Its program is part of this product: hosts are enrolled for it, and the server has its package. At most one family. */
  readonly shipped?: true
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
