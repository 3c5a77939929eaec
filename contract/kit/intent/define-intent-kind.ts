import type { Words } from '../text.ts'
import type { Fault, FieldOption, Fields, Values, ValuesOf } from './fields.ts'

/**
 * Fields of every kind by its name. `contract/intents/<kind>/kind.ts` adds its own by `declare module`, so that the types know a kind
 * whose folder is there.
 */
// biome-ignore lint/suspicious/noEmptyInterface: folders of kinds fill it
export interface IntentKinds {}

export type IntentKind = keyof IntentKinds
/** The fields of one kind, secrets in plain text: only inside the server and the compiler. */
export type IntentFields<K extends IntentKind> = IntentKinds[K] extends Fields ? ValuesOf<IntentKinds[K]> : never
/** What is wanted of one device after inheritance: fields by key by kind. */
export type Effective = { [K in IntentKind]?: Record<string, IntentFields<K>> }

/** Where an intent may be stated. */
export type LevelName = 'scene' | 'group' | 'device'

/** What an intent is called among those of its kind. */
export interface KindKey {
  readonly is: RegExp
  /** Those there always are; absent: a person names each. */
  readonly fixed?: readonly (FieldOption & { readonly id: string })[]
  /** Words of the form that adds one. */
  readonly add?: { readonly label: Words; readonly hint: Words }
}

/** A kind of intents: everything that calls, forms, previews and tests have to know of it. Drivers say how it is carried out. */
export interface IntentKindSpec<F extends Fields = Fields> {
  readonly words: Words
  /** Of the page that holds all of the kind; absent: `words`. */
  readonly tab?: Words
  /** Places of the pages, first to last. */
  readonly order: number
  readonly key: KindKey
  /** Absent: all. */
  readonly levels?: readonly LevelName[]
  readonly fields: F
  /** One without any field is wanted. */
  readonly bare?: true
  /** Fields that switch off what a device has by itself; absent: it cannot be taken away. */
  readonly off?: ValuesOf<F>
  /**
   * What is wrong with the fields beyond each for itself. `all` is what else holds for the target as far as it is known, a device's own
   * configuration included; nothing is known where the fields are checked alone.
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

// a slash parts kind, key and field where an explanation names them
// biome-ignore lint/suspicious/noControlCharactersInRegex: the control characters are what is kept out
const name = /^[^/\u0000-\u001f\u007f]{1,32}$/

/** Named by people: 1 to 32 characters. */
export const named = (label: Words, hint: Words): KindKey => ({ is: name, add: { label, hint } })
/** There is one. */
export const single = (words: Words): KindKey => ({ is: /^$/, fixed: [{ id: '', ...words }] })
