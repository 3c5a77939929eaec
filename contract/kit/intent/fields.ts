import type { Enum } from '../define-enum.ts'
import type { ErrorSpec } from '../define-errors.ts'
import type { Words, WordValues } from '../text.ts'

export type Values = Readonly<Record<string, unknown>>

/** What the ports of a device can be set to. */
export interface PortChoices {
  /** Mbit/s a port can be held to. */
  speeds: number[]
  /** 1: a port can be left to negotiate. */
  negotiates: 0 | 1
  duplexes: ('full' | 'half')[]
}

/** Where a field is shown: the key of its intent, what holds for it now, and what the ports of the device take. */
export interface FieldPlace {
  readonly key: string
  readonly values: Values
  readonly ports: PortChoices
}

export interface FieldOption extends Words {
  readonly id: number | string
}

/** What a text must look like, and what is said when it does not. */
export interface TextForm {
  /** With `source`, a pattern that schemas state as well. */
  readonly is: Pick<RegExp, 'test'> & { readonly source?: string }
  readonly says: Words | ErrorSpec
}

export type FieldType = 'text' | 'secret' | 'number' | 'flag' | 'choice' | 'choices' | 'list' | 'items' | 'json'

/** One setting of an intent: how it is called, how it is typed, and what may be typed. All of it is data of the kind. */
export interface Field<Value = unknown> {
  readonly type: FieldType
  readonly label: Words
  readonly hint?: Words
  /** Behind the number. */
  readonly unit?: string
  /** Characters of a text, bounds of a number, entries of a list. */
  readonly min?: number
  readonly max?: number
  /** Of a list: bounds of each number; without it a list of texts. */
  readonly each?: { readonly min: number; readonly max: number }
  readonly form?: TextForm
  /** A text of several lines. */
  readonly lines?: true
  /** Everything that may be chosen. */
  readonly options?: readonly FieldOption[]
  /** What is offered at a place; empty: the field is not shown. */
  readonly offers?: (place: FieldPlace) => readonly FieldOption[]
  /** Fields of each entry of `items`. */
  readonly fields?: Fields
  /** The field that identifies an entry of `items`. Documents of devices have it by the same name. */
  readonly identity?: string
  /** What is said when it is empty although other fields need it. */
  readonly needed?: { when: (values: Values) => boolean; says: Words }
  /** Shown only while it has a meaning. */
  readonly when?: (place: FieldPlace) => boolean
  /** Carries the type alone. */
  readonly value?: Value
}

export type Fields = Readonly<Record<string, Field>>

type Choice<Id> = readonly (Words & { readonly id: Id })[]
type More<F extends keyof Field = never> = Pick<Field, 'hint' | 'unit' | 'when' | 'needed' | F>
/** The values of fields; all are optional: what a level does not set it inherits. */
export type ValuesOf<F extends Fields> = { -readonly [N in keyof F]?: Exclude<F[N]['value'], undefined> }

export const text = (
  label: Words,
  more: More<'form' | 'lines' | 'offers'> & { min?: number; max?: number } = {},
): Field<string> => ({ type: 'text', label, min: 1, max: 32, ...more })

/** Kept sealed and never told: an answer has `true` in its place when it is set. At the top level of a kind only. */
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

/** Several of few. */
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

/** A list of entries that have fields of their own, one of which identifies an entry. */
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

/** Something wrong with the value at `field`: its name, or `routes.0.gateway` inside a list. */
export interface Fault {
  readonly field: string
  readonly says: Words | ErrorSpec
  readonly values?: WordValues
  /** It may be so; said is what will happen. */
  readonly warning?: true
}
