import { Type, type TSchema, type TUnsafe } from 'typebox'
import type { Enum } from './define-enum.ts'

/** An enumeration as a schema; text ids arrive as text, number ids are coerced. */
export function enumOf<Id extends number | string>(from: Enum<string, Id>): TUnsafe<Id> {
  const type = typeof from.ids[0] === 'number' ? 'integer' : 'string'
  return Type.Unsafe<Id>({ type, enum: [...from.ids], ...(from.folder && { 'x-values-of': from.folder }) })
}

const MOST_INT = 2_147_483_647

/** An integer that fits the database (int4), within its own bounds. */
export const Int = (bounds: { minimum?: number; maximum?: number; default?: number } = {}) =>
  Type.Integer({ minimum: -MOST_INT, maximum: MOST_INT, ...bounds })
/** Row id: a positive integer. */
export const Id = Int({ minimum: 1 })
/** Row id, or 0: all or none, depending on the call. */
export const IdOrZero = Int({ minimum: 0 })
/** Revision number; a later change states the revision that it is based on. */
export const Revision = Int({ minimum: 1 })
export const Ids = Type.Array(Id, { minItems: 1, maxItems: 10_000 })
/** 0 or 1; forms know no booleans. */
export const Flag = Type.Unsafe<0 | 1>({ type: 'integer', enum: [0, 1] })
/** Unix seconds, UTC; until the year 2100. */
export const Time = Type.Integer({ minimum: 0, maximum: 4_102_444_800 })
/** A value that may be missing in an answer. */
export const Maybe = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])
/** No line break or other control character, and no character that changes the text direction. */
const oneLine = '[^\\p{Cc}\\u202a-\\u202e\\u2066-\\u2069]'
/** At least one visible character: a name of spaces and zero-width characters is refused. */
const visible = '[\\p{L}\\p{N}\\p{P}\\p{S}]'

/** One line of text; 32 characters unless stated otherwise. */
export const Line = (maxLength = 32, minLength = 0) => Type.String({ maxLength, minLength, pattern: `^${oneLine}*$` })
/** Text of several lines. */
export const Lines = (maxLength: number, minLength = 0) => Type.String({ maxLength, minLength })
/** A required name: one line with a visible character; 32 characters unless stated otherwise. */
export const Label = (maxLength = 32) =>
  Type.String({ minLength: 1, maxLength, pattern: `^(?=.*${visible})${oneLine}*$` })
/** A name of the common length. */
export const Name = Label()
export const Empty = Type.Object({})
