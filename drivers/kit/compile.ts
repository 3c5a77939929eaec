import type { Words } from '@belvedere/contract/kit/text.ts'
import type { DeviceFacts } from '@belvedere/contract/rooms/device/facts.ts'
import type { Effective } from '@belvedere/contract/kit/intent/define-intent-kind.ts'
import type { MemoTree } from '@belvedere/pure/collection/memo-tree.ts'

/** A wish this device cannot fulfil, told before anything is sent. */
export interface Refusal {
  /** `kind/key/field` of the intent: `wireless/guest/bands`; without a field: all of it. */
  intent: string
  reason: Words
  /** What is used instead; absent: the wish is left out. */
  instead?: string
  /** The wish does not concern such a device (a switch has no radios): worth telling only where it was made for this very one. */
  aside?: true
}

export interface Compiled {
  /** What the device is sent, without its number. It shares what no intent touched with the base, and with devices alike: never change it in place. */
  readonly document: Record<string, unknown>
  /** Intents (`kind/key/field`, or `kind/key` for what its being there brings) by the JSON pointer of the value they made. */
  readonly explanation: Record<string, string[]>
  readonly refusals: Refusal[]
  /** Present: a fact is not known without which the document must not be sent to any device. */
  readonly missing?: Words
}

/** What a device last reported that a document depends on. */
export interface Reported {
  /** Ports over which it reaches its default gateway; empty: not known. */
  readonly uplinks: readonly string[]
  /** Ports that give power; absent: not known. */
  readonly powers?: readonly string[]
  /** IPv4 subnets it has at its uplinks, `192.0.2.0/24`; absent: not known. */
  readonly upstream?: readonly string[]
}

/**
 * Intents as a device's document: pure. `base` is what the device had when it was adopted and stays where no intent says
 * otherwise; with nothing wanted the document equals it. Null: it had none, and the driver begins with its own. Whoever compiles
 * many devices hands all of them the same `alike`: what is the same for several is then compiled once and shared.
 */
export type Compile = (
  effective: Effective,
  capabilities: Record<string, unknown>,
  base: Record<string, unknown> | null,
  alike?: MemoTree<Compiled>,
  reported?: Reported,
) => Compiled

/**
 * The document of a device that cannot be asked for it, as far as its reports describe it. `before`: what was put together
 * earlier; what was not known then is filled in. `sent`: the device was sent a configuration, so that what it reports now is
 * that one. `open`: some facts are not known, or assumed. Pure. Undefined: too little was reported.
 */
export type BaseFrom = (
  capabilities: Record<string, unknown>,
  facts: DeviceFacts,
  before: Record<string, unknown> | null,
  sent: boolean,
) => { document: Record<string, unknown>; open: boolean } | undefined

/** What the ports of a device can be set to: its compiler refuses anything else, and nothing else is offered. */
export interface PortChoices {
  /** Mbit/s a port can be held to. */
  speeds: readonly number[]
  /** A port can be left to negotiate. */
  negotiates: boolean
  duplexes: readonly ('full' | 'half')[]
}

/**
 * What a document says in terms of intents, as far as there are words for it, secrets in plain text: to show what a device has,
 * and to adopt what was changed on it. Pure.
 */
export type ReadBack = (document: Record<string, unknown>) => Effective
