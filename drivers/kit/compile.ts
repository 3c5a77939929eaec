import type { Words } from '@belvedere/contract/kit/text.ts'
import type { DeviceFacts } from '@belvedere/contract/rooms/device/facts.ts'
import type { Effective } from '@belvedere/contract/kit/intent/define-intent-kind.ts'
import type { MemoTree } from '@belvedere/pure/collection/memo-tree.ts'

/** A setting that this device does not support, reported before anything is sent. */
export interface Refusal {
  /** `kind/key/field` of the intent: `wireless/guest/bands`; without a field: the whole intent. */
  intent: string
  reason: Words
  /** The value used instead; absent: the setting is left out. */
  instead?: string
  /**
   * The setting does not apply to such a device (a switch has no radios): reported only when the intent was made for this device
   * alone.
   */
  aside?: true
}

export interface Compiled {
  /**
   * The document for the device, without its number. It shares all parts that no intent changed with the base, and with similar
   * devices: never change it in place.
   */
  readonly document: Record<string, unknown>
  /**
   * Intents (`kind/key/field`, or `kind/key` for values that follow from its presence) by the JSON pointer of the resulting
   * value.
   */
  readonly explanation: Record<string, string[]>
  readonly refusals: Refusal[]
  /** Present: a required fact is unknown, so the document must not be sent to any device. */
  readonly missing?: Words
}

/** The last report of a device, as far as a document depends on it. */
export interface Reported {
  /** Ports towards its default gateway; empty: unknown. */
  readonly uplinks: readonly string[]
  /** PoE ports; absent: unknown. */
  readonly powers?: readonly string[]
  /** IPv4 subnets at its uplinks, `192.0.2.0/24`; absent: unknown. */
  readonly upstream?: readonly string[]
}

/**
 * Compiles intents into a device document; pure. `base` is the document at the time of adoption, and stays where no intent
 * changes it; without intents the result equals it. Null: there was none, and the driver starts with its own. A caller with many
 * devices passes the same `alike` for all of them: equal parts are then compiled once and shared.
 */
export type Compile = (
  effective: Effective,
  capabilities: Record<string, unknown>,
  base: Record<string, unknown> | null,
  alike?: MemoTree<Compiled>,
  reported?: Reported,
) => Compiled

/**
 * The document of a device that cannot be queried for it, as far as its reports describe it. `before`: the former result; its
 * unknown facts are filled in. `sent`: a configuration was sent to the device, so its reports show that one. `open`: some facts
 * are unknown or assumed. Pure. Undefined: the reports are insufficient.
 */
export type BaseFrom = (
  capabilities: Record<string, unknown>,
  facts: DeviceFacts,
  before: Record<string, unknown> | null,
  sent: boolean,
) => { document: Record<string, unknown>; open: boolean } | undefined

/** The settings that the ports of a device support: its compiler refuses all others, and only these are offered. */
export interface PortChoices {
  /** Supported speeds in Mbit/s. */
  speeds: readonly number[]
  /** A port can negotiate its speed. */
  negotiates: boolean
  duplexes: readonly ('full' | 'half')[]
}

/**
 * Translates a document into intents, as far as intents exist for its settings, with secrets in plain text: to show the settings
 * of a device, and to adopt changes made on it. Pure.
 */
export type ReadBack = (document: Record<string, unknown>) => Effective
