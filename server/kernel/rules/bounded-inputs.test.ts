import { expect, test } from 'vitest'
import { discoverCalls } from '../discovery/discover.ts'

interface BoundedSchema {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: BoundedSchema[]
  items?: BoundedSchema
  properties?: Record<string, BoundedSchema>
  patternProperties?: Record<string, BoundedSchema>
  pattern?: string
  minimum?: number
  maximum?: number
  maxLength?: number
  maxItems?: number
}

/** Fields of unbounded size. */
function* unbounded(schema: BoundedSchema, path: string): Generator<string> {
  const types = [schema.type].flat()
  const free = !schema.enum && schema.const === undefined
  const isNumber = types.includes('integer') || types.includes('number')
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = schema
  if (isNumber && free && (minimum < Number.MIN_SAFE_INTEGER || maximum > Number.MAX_SAFE_INTEGER))
    yield `${path}: a number`
  // an anchored pattern bounds what it repeats
  if (types.includes('string') && free && !schema.maxLength && !/^\^.*\$$/s.test(schema.pattern ?? ''))
    yield `${path}: a text`
  for (const one of schema.anyOf ?? []) yield* unbounded(one, path)
  if (schema.items) yield* unbounded(schema.items, `${path}[]`)
  for (const [key, one] of Object.entries({ ...schema.properties, ...schema.patternProperties }))
    yield* unbounded(one, `${path}.${key}`)
}

test.each(await discoverCalls())('$name takes no number and no text without bounds', ({ spec, name }) => {
  expect([...unbounded(spec.in as BoundedSchema, name)]).toEqual([])
})
