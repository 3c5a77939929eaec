import { Type, type TSchema, type TUnsafe } from 'typebox'
import type { Enum } from './define-enum.ts'

/** An enumeration as a schema; text ids arrive as text, number ids are coerced. */
export function enumOf<Id extends number | string>(from: Enum<string, Id>): TUnsafe<Id> {
  const type = typeof from.ids[0] === 'number' ? 'integer' : 'string'
  return Type.Unsafe<Id>({ type, enum: [...from.ids] })
}

/** Row id: a positive integer. */
export const Id = Type.Integer({ minimum: 1, maximum: 2_147_483_647 })
export const Ids = Type.Array(Id, { minItems: 1, maxItems: 10_000 })
/** 0 or 1; forms know no booleans. */
export const Flag = Type.Unsafe<0 | 1>({ type: 'integer', enum: [0, 1] })
/** Unix seconds, UTC. */
export const Time = Type.Integer({ minimum: 0 })
/** A value that may be missing in an answer. */
export const Maybe = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])
/** One line of text; 32 characters unless told (SPEC section 9). */
export const Line = (maxLength = 32, minLength = 0) => Type.String({ maxLength, minLength })
/** A trimmed, required name of at most 32 characters. */
export const Name = Type.String({ minLength: 1, maxLength: 32, pattern: '\\S' })
export const Empty = Type.Object({})
