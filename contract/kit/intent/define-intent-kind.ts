import type { Words } from '../text.ts'
import type { Fault, FieldOption, Fields, Values, ValuesOf } from './fields.ts'

/**
 * Fields of every kind by its name. `contract/intents/<kind>/kind.ts` adds its own by `declare module`, so that the types include every
 * kind that has a folder.
 */
// biome-ignore lint/suspicious/noEmptyInterface: folders of kinds fill it
export interface IntentKinds {}

export type IntentKind = keyof IntentKinds
/** The fields of one kind, secrets in plain text: only inside the server and the compiler. */
export type IntentFields<K extends IntentKind> = IntentKinds[K] extends Fields ? ValuesOf<IntentKinds[K]> : never
/** The effective intents of one device after inheritance: fields by key by kind. */
export type Effective = { [K in IntentKind]?: Record<string, IntentFields<K>> }

/** Where an intent may be stated. */
export type LevelName = 'scene' | 'group' | 'device'

/** The key of an intent among those of its kind. */
export interface KindKey {
  readonly is: RegExp
  /** Fixed keys; absent: a person names each. */
  readonly fixed?: readonly (FieldOption & { readonly id: string })[]
  /** Words of the form that adds one. */
  readonly add?: { readonly label: Words; readonly hint: Words }
}

/** A kind of intents: the data for calls, forms, previews and tests. Drivers compile it. */
export interface IntentKindSpec<F extends Fields = Fields> {
  readonly words: Words
  /** Title of the page with all intents of the kind; absent: `words`. */
  readonly tab?: Words
  /** Order of the pages. */
  readonly order: number
  readonly key: KindKey
  /** Absent: all. */
  readonly levels?: readonly LevelName[]
  readonly fields: F
  /** An intent without any field is allowed. */
  readonly bare?: true
  /** Fields that switch off a built-in setting of a device; absent: it cannot be removed. */
  readonly off?: ValuesOf<F>
  /**
   * Checks combinations of fields. `all` is the known rest of the target's configuration, including a device's own; empty where the fields
   * are checked alone.
   */
  readonly check?: (fields: ValuesOf<F>, all: Effective) => Fault[]
}

/** One of `contract/intents`, with the name of its folder. */
export interface NamedKind extends Omit<IntentKindSpec, 'check' | 'off'> {
  readonly name: IntentKind
  readonly off?: Values
  readonly check?: (fields: Values, all: Effective) => Fault[]
}

export const defineIntentKind = <const F extends Fields>(kind: IntentKindSpec<F>): IntentKindSpec<F> => kind

// explanations separate kind, key and field by a slash
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are excluded
const name = /^[^/\u0000-\u001f\u007f]{1,32}$/

/** Named by people: 1 to 32 characters. */
export const named = (label: Words, hint: Words): KindKey => ({ is: name, add: { label, hint } })
/** Exactly one. */
export const single = (words: Words): KindKey => ({ is: /^$/, fixed: [{ id: '', ...words }] })
