import type { CallSpec } from '@belvedere/contract/kit/define-calls.ts'
import { payloadOf, sample, type PayloadSchema } from './test-victim.ts'

/** Values that break stores and formatters. `unsound`: no store can keep it, so a text field must refuse it. */
export const hostile = {
  unsound: ['a\u0000b', '\ud800', 'a\udfffb'],
  text: ['\u0001\u0002', '\u200b', '\u202e\u2066', '\'"\\%_$1{}', '\uffff'.repeat(40)],
  number: [
    2_147_483_648,
    -2_147_483_649,
    9.3e18,
    -9.3e18,
    4_102_444_800,
    1e300,
    -1e300,
    5e-324,
    '1e400',
    'NaN',
    '0x10',
  ],
  any: [null, '', ' ', [], {}, [[]], '\u0000', { constructor: { prototype: 1 } }, '[{"a":[{"b":"\\u0000"}]}]'],
} as const satisfies Record<string, readonly unknown[]>

export interface HostilePayload {
  readonly payload: Record<string, unknown>
  /** The answer must be a refusal. */
  readonly unsound: boolean
}

interface PayloadSlot {
  readonly schema: PayloadSchema
  /** The whole input with the value at this place. */
  put(value: unknown): Record<string, unknown>
}

/** Maximum depth of nested objects and lists. */
const MOST_DEPTH = 4

/** Every field of a call's input, including those inside lists and objects. */
export function* fieldsOf(spec: CallSpec): Generator<PayloadSlot> {
  const good = payloadOf(spec)
  for (const [name, schema] of Object.entries((spec.in as PayloadSchema).properties ?? {}))
    yield* placesIn(schema, (value) => ({ ...good, [name]: value }), MOST_DEPTH)
}

function* placesIn(schema: PayloadSchema, put: PayloadSlot['put'], depth: number): Generator<PayloadSlot> {
  yield { schema, put }
  if (depth === 0) return
  if (schema.items) yield* placesIn(schema.items, (value) => put([value]), depth - 1)
  for (const one of schema.anyOf ?? []) if (one.properties ?? one.items) yield* placesIn(one, put, depth - 1)
  const { properties } = schema
  if (!properties) return
  const whole = sample({ ...schema, required: Object.keys(properties) }) as object
  for (const [name, field] of Object.entries(properties))
    yield* placesIn(field, (value) => put({ ...whole, [name]: value }), depth - 1)
}

/** Every field with every harmful value for its type. */
export function* hostilePayloadsOf(spec: CallSpec): Generator<HostilePayload> {
  for (const { schema, put } of fieldsOf(spec)) {
    const types = [schema.type, ...(schema.anyOf ?? []).map((one) => one.type)].flat()
    const isText = types.includes('string') && !schema.enum
    const isNumber = types.includes('integer') || types.includes('number')
    if (isText) for (const value of hostile.unsound) yield { payload: put(value), unsound: true }
    const values = [...(isText ? hostile.text : []), ...(isNumber ? hostile.number : []), ...hostile.any]
    for (const value of values) yield { payload: put(value), unsound: false }
  }
}
