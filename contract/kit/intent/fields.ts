import type { Enum } from '../define-enum.ts'
import type { ErrorSpec } from '../define-errors.ts'
import type { Words, WordValues } from '../text.ts'

export type Values = Readonly<Record<string, unknown>>

/** The options of the ports of a device. */
export interface PortChoices {
  /** Fixed speeds of a port, Mbit/s. */
  speeds: number[]
  /** 1: a port supports negotiation. */
  negotiates: 0 | 1
  duplexes: ('full' | 'half')[]
}

/** The context of a field: the key of its intent, its present values, and the options of the device's ports. */
export interface FieldPlace {
  readonly key: string
  readonly values: Values
  readonly ports: PortChoices
}

export interface FieldOption extends Words {
  readonly id: number | string
}

/** The form of a text, and the message for an invalid one. */
export interface TextForm {
  /** With `source`, a pattern that is part of schemas too. */
  readonly is: Pick<RegExp, 'test'> & { readonly source?: string }
  readonly says: Words | ErrorSpec
}

export type FieldType = 'text' | 'secret' | 'number' | 'flag' | 'choice' | 'choices' | 'list' | 'items' | 'json'

/** One setting of an intent: its words, type and bounds. All of it is data of the kind. */
export interface Field<Value = unknown> {
  readonly type: FieldType
  readonly label: Words
  readonly hint?: Words
  /** Unit after the number. */
  readonly unit?: string
  /** Characters of a text, bounds of a number, entries of a list. */
  readonly min?: number
  readonly max?: number
  /** Of a list: bounds of each number; without it a list of texts. */
  readonly each?: { readonly min: number; readonly max: number }
  readonly form?: TextForm
  /** A text of several lines. */
  readonly lines?: true
  /** All options. */
  readonly options?: readonly FieldOption[]
  /** The options in a context; empty: the field is not shown. */
  readonly offers?: (place: FieldPlace) => readonly FieldOption[]
  /** Fields of each entry of `items`. */
  readonly fields?: Fields
  /** The field that identifies an entry of `items`. Documents of devices have it by the same name. */
  readonly identity?: string
  /** The message if it is empty although other fields need it. */
  readonly needed?: { when: (values: Values) => boolean; says: Words }
  /** Condition of being shown. */
  readonly when?: (place: FieldPlace) => boolean
  /** Carries the type alone. */
  readonly value?: Value
}

export type Fields = Readonly<Record<string, Field>>

type Choice<Id> = readonly (Words & { readonly id: Id })[]
type More<F extends keyof Field = never> = Pick<Field, 'hint' | 'unit' | 'when' | 'needed' | F>
/** The values of fields; all are optional: a level inherits those that it does not set. */
export type ValuesOf<F extends Fields> = { -readonly [N in keyof F]?: Exclude<F[N]['value'], undefined> }

export const text = (
  label: Words,
  more: More<'form' | 'lines' | 'offers'> & { min?: number; max?: number } = {},
): Field<string> => ({ type: 'text', label, min: 1, max: 32, ...more })

/** Stored sealed and never returned: an answer has `true` in its place if it is set. At the top level of a kind only. */
export const secret = (label: Words, min: number, max: number, more: More<'form'> = {}): Field<string> => ({
  type: 'secret',
  label,
  min,
  max,
  ...more,
})

export const number = (label: Words, min: number, max: number, more: More<'offers'> = {}): Field<number> => ({
  type: 'number',
  label,
  min,
  max,
  ...more,
})

export const flag = (label: Words, more: More = {}): Field<0 | 1> => ({ type: 'flag', label, ...more })

export const choice = <const Id extends number | string>(
  label: Words,
  options: Choice<Id>,
  more: More<'offers'> = {},
): Field<Id> => ({ type: 'choice', label, options, ...more })

/** Several of a few options. */
export const choices = <const Id extends number | string>(label: Words, from: Enum<string, Id>): Field<Id[]> => ({
  type: 'choices',
  label,
  options: from.values,
  min: 1,
  max: from.ids.length,
})

/** A list of texts, four unless stated. */
export const texts = (label: Words, more: More<'form'> & { min?: number; max?: number } = {}): Field<string[]> => ({
  type: 'list',
  label,
  max: 4,
  ...more,
})

/** A list of whole numbers. */
export const numbers = (
  label: Words,
  each: { min: number; max: number },
  more: More & { max: number },
): Field<number[]> => ({ type: 'list', label, each, ...more })

/** A list of entries with fields, one of which identifies an entry. */
export const items = <const F extends Fields>(
  label: Words,
  fields: F,
  more: More & { min?: number; max: number; identity: keyof F & string },
): Field<ValuesOf<F>[]> => ({ type: 'items', label, fields, ...more })

export const json = (label: Words, more: More = {}): Field<Record<string, unknown>> => ({
  type: 'json',
  label,
  ...more,
})

/** A fault of the value at `field`: its name, or `routes.0.gateway` inside a list. */
export interface Fault {
  readonly field: string
  readonly says: Words | ErrorSpec
  readonly values?: WordValues
  /** A warning about the effect; the value is accepted. */
  readonly warning?: true
}
