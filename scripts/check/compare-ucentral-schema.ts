/**
 * Compares the tables that the fleet's access points use to check a document with a published schema:
 *
 *   node scripts/check/compare-ucentral-schema.ts ucentral.schema.json
 *
 * Prints the differences, and exits with 1 if there are any.
 */
import { readFileSync } from 'node:fs'
import { apDocument } from '../../fleet/config/ap-schema/document.ts'
import { allOf, anyOf, factsOf, listOf, oneOf, type SchemaRule } from '../../fleet/config/document-schema.ts'

interface JsonSchema {
  $ref?: string
  $defs?: Record<string, JsonSchema>
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  required?: string[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  enum?: (string | number)[]
  const?: string
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  default?: unknown
}

const ways = { anyOf, oneOf, allOf } as const

/** Converts a schema to our form of a rule. Patterns of member names and additional members are ignored, as the clients' parser does. */
function ruleOf(schema: JsonSchema, definitions: Record<string, JsonSchema>): SchemaRule {
  const below = (one: JsonSchema) => ruleOf(one, definitions)
  if (schema.$ref !== undefined) return below(definitions[schema.$ref.replace('#/$defs/', '')] ?? {})
  for (const way of ['anyOf', 'oneOf', 'allOf'] as const) {
    const variants = schema[way]
    if (variants) return ways[way](...variants.map(below))
  }
  if (schema.type === 'array') {
    const item = below(schema.items ?? {})
    return schema.minItems === undefined ? [item] : listOf(schema.minItems, item)
  }
  if (!schema.properties) return textOf(schema)
  const needed = (name: string, { default: usual }: JsonSchema) =>
    usual === undefined && schema.required?.includes(name) ? '!' : ''
  return Object.fromEntries(
    Object.entries(schema.properties).map(([name, one]) => [`${name}${needed(name, one)}`, below(one)]),
  )
}

function textOf(schema: JsonSchema): string {
  const least = schema.minimum ?? schema.minLength
  const most = schema.maximum ?? schema.maxLength
  return [
    [schema.type ?? 'any'].flat().join('|'),
    ...(least === undefined && most === undefined ? [] : [`${least ?? ''}..${most ?? ''}`]),
    ...(schema.format === undefined ? [] : [`:${schema.format}`]),
    ...(schema.enum ? [`=${schema.enum.join('|')}`] : []),
    ...(schema.const === undefined ? [] : [`==${schema.const}`]),
    ...(schema.pattern === undefined ? [] : [`~${schema.pattern}`]),
  ].join(' ')
}

/** Facts that only one of the two contains. */
export function compareSchema(schema: JsonSchema): { theirs: string[]; ours: string[] } {
  const theirs = new Set(factsOf(ruleOf(schema, schema.$defs ?? {})))
  const ours = new Set(factsOf(apDocument))
  return {
    theirs: [...theirs].filter((fact) => !ours.has(fact)),
    ours: [...ours].filter((fact) => !theirs.has(fact)),
  }
}

if (process.argv[1] === import.meta.filename) {
  const { theirs, ours } = compareSchema(JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as JsonSchema)
  const lines = [...theirs.map((fact) => `only theirs: ${fact}`), ...ours.map((fact) => `only ours: ${fact}`)]
  process.stdout.write(
    lines.length > 0 ? `${lines.join('\n')}\n` : `no difference in ${factsOf(apDocument).length} facts\n`,
  )
  process.exitCode = lines.length > 0 ? 1 : 0
}
