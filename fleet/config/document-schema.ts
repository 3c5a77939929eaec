import { isFormat, nameOfFormat } from './formats.ts'

/**
 * Validation rules as data. A text: a type, then bounds (of a number, or of the bytes of a text), `:format`, `=one|of|these`,
 * `==this`, `~pattern`. A list of one rule: a list of such values. An object: its members, required ones with a `!`; members
 * without a rule are ignored.
 */
export type SchemaRule = string | readonly [SchemaRule] | ListOf | Variants | { readonly [member: string]: SchemaRule }

class ListOf {
  readonly least: number
  readonly item: SchemaRule

  constructor(least: number, item: SchemaRule) {
    this.least = least
    this.item = item
  }
}

class Variants {
  readonly kind: 'any' | 'one' | 'all'
  readonly rules: readonly SchemaRule[]

  constructor(kind: 'any' | 'one' | 'all', rules: readonly SchemaRule[]) {
    this.kind = kind
    this.rules = rules
  }
}

export const listOf = (least: number, item: SchemaRule) => new ListOf(least, item)
export const anyOf = (...rules: readonly SchemaRule[]) => new Variants('any', rules)
export const oneOf = (...rules: readonly SchemaRule[]) => new Variants('one', rules)
export const allOf = (...rules: readonly SchemaRule[]) => new Variants('all', rules)

/** An error at a path below the value. */
export interface Wrong {
  at: string
  says: string
}

/** Undefined: valid. Paths are built only for errors; `quiet`: without messages. */
export type ValueCheck = (value: unknown, quiet?: boolean) => Wrong[] | undefined

const quietly: Wrong[] = []

const known = new Map<SchemaRule, ValueCheck>()

/** Cached for each rule. */
export function checkOf(rule: SchemaRule): ValueCheck {
  const there = known.get(rule)
  if (there) return there
  const made = makeCheck(rule)
  known.set(rule, made)
  return made
}

function makeCheck(rule: SchemaRule): ValueCheck {
  if (typeof rule === 'string') return scalarCheck(rule)
  if (rule instanceof ListOf) return listCheck(rule.item, rule.least)
  if (rule instanceof Variants) return variantCheck(rule)
  return isListRule(rule) ? listCheck(rule[0], 0) : objectCheck(rule)
}

const isListRule = (rule: SchemaRule): rule is readonly [SchemaRule] => Array.isArray(rule)

/** A parsed text rule. */
export interface Scalar {
  types: readonly string[]
  least?: number
  most?: number
  format?: string
  values?: readonly (string | number)[]
  constant?: string
  pattern?: string
}

export function scalarOf(rule: string): Scalar {
  const [type = '', ...rest] = rule.split(' ')
  const types = type.split('|')
  const scalar: Scalar = { types }
  for (const part of rest) {
    const tail = part.slice(1)
    if (part.startsWith('==')) scalar.constant = part.slice(2)
    else if (part.startsWith('=')) scalar.values = types[0] === 'string' ? tail.split('|') : tail.split('|').map(Number)
    else if (part.startsWith(':')) scalar.format = tail
    else if (part.startsWith('~')) scalar.pattern = tail
    else {
      const [least = '', most = ''] = part.split('..')
      if (least) scalar.least = Number(least)
      if (most) scalar.most = Number(most)
    }
  }
  return scalar
}

const isType: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: Number.isInteger,
  boolean: (value) => typeof value === 'boolean',
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
}

/** `a, b or c`. */
function inWords(list: readonly (string | number)[], quoted: boolean): string {
  const texts = list.map((one) => (quoted && typeof one === 'string' ? `"${one}"` : String(one)))
  return texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} or ${String(texts.at(-1))}`
}

function scalarCheck(rule: string): ValueCheck {
  const scalar = scalarOf(rule)
  const { types, values, constant } = scalar
  const tests = types.map((type) => isType[type] as (value: unknown) => boolean)
  const [test] = tests
  const allowed = values && new Set<unknown>(values)
  const isPlain = tests.length === 1 && scalar.format === undefined && scalar.pattern === undefined
  const isBare = isPlain && scalar.least === undefined && scalar.most === undefined
  const explain: ValueCheck = (value, quiet) => {
    if (quiet && !tests.some((one) => one(value))) return quietly
    const says: string[] = []
    if (typeof value === 'number') judgeNumber(scalar, value, says)
    else if (typeof value === 'string') judgeText(scalar, value, says)
    if (!tests.some((one) => one(value))) says.push(`must be of type ${inWords(types, false)}`)
    if (allowed && values && !allowed.has(value)) says.push(`must be one of ${inWords(values, true)}`)
    if (constant !== undefined && value !== constant) says.push(`must have value "${constant}"`)
    return says.length > 0 ? says.map((one) => ({ at: '', says: one })) : undefined
  }
  // most values are valid, and most rules short
  if (isBare && allowed) return (value, quiet) => (allowed.has(value) ? undefined : quiet ? quietly : explain(value))
  if (isBare && constant !== undefined)
    return (value, quiet) => (value === constant ? undefined : quiet ? quietly : explain(value))
  if (isBare) return (value, quiet) => (test?.(value) ? undefined : quiet ? quietly : explain(value))
  return explain
}

function judgeNumber({ types, least, most }: Scalar, value: number, says: string[]): void {
  if (types[0] === 'string') return
  if (most !== undefined && value > most) says.push(`must be lower than or equal to ${most}`)
  if (least !== undefined && value < least) says.push(`must be bigger than or equal to ${least}`)
}

function judgeText({ types, least, most, format, pattern }: Scalar, value: string, says: string[]): void {
  if (pattern !== undefined && !new RegExp(pattern).test(value)) says.push(`must match regular expression /${pattern}/`)
  if (types[0] === 'string' && (least ?? most) !== undefined) {
    // the client counts bytes
    const length = Buffer.byteLength(value)
    if (most !== undefined && length > most) says.push(`must be at most ${most} characters long`)
    if (least !== undefined && length < least) says.push(`must be at least ${least} characters long`)
  }
  if (format !== undefined && !isFormat(format, value)) says.push(`must be a valid ${nameOfFormat(format)}`)
}

function listCheck(item: SchemaRule, least: number): ValueCheck {
  const check = checkOf(item)
  return (value, quiet) => {
    if (!Array.isArray(value)) return [{ at: '', says: 'must be of type array' }]
    let wrong: Wrong[] | undefined
    if (value.length < least) wrong = [{ at: '', says: `must have at least ${least} items` }]
    for (let i = 0; i < value.length; i++) {
      const found = check(value[i], quiet)
      if (found && quiet) return quietly
      if (found) wrong = under(`/${i}`, found, wrong)
    }
    return wrong
  }
}

function under(place: string, found: Wrong[], wrong: Wrong[] | undefined): Wrong[] {
  for (const one of found) one.at = place + one.at
  return wrong ? [...wrong, ...found] : found
}

function objectCheck(rules: { readonly [member: string]: SchemaRule }): ValueCheck {
  const members = new Map<string, ValueCheck>()
  const needed: string[] = []
  for (const [member, rule] of Object.entries(rules)) {
    const name = member.replace(/!$/, '')
    members.set(name, checkOf(rule))
    if (name !== member) needed.push(name)
  }
  return (value, quiet) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return [{ at: '', says: 'must be of type object' }]
    let wrong: Wrong[] | undefined
    for (const key in value) {
      const check = members.get(key)
      const found = check?.((value as Record<string, unknown>)[key], quiet)
      if (found && quiet) return quietly
      if (found) wrong = under(`/${key}`, found, wrong)
    }
    for (const name of needed)
      if (!Object.hasOwn(value, name)) wrong = [...(wrong ?? []), { at: '', says: 'is required' }]
    return wrong
  }
}

const howMany = { any: 'at least one', one: 'exactly one', all: 'all' } as const

function variantCheck({ kind, rules }: Variants): ValueCheck {
  const checks = rules.map(checkOf)
  return (value, quiet) => {
    let fit = 0
    for (const check of checks) if (!check(value, true)) fit++
    if (kind === 'any' ? fit > 0 : fit === (kind === 'one' ? 1 : rules.length)) return undefined
    if (quiet) return quietly
    const found = checks.map((check) => check(value))
    const why = found.flatMap((one) => (one ? [one.map(({ says }) => `\t - ${says}`).join(' and\n')] : []))
    return [
      {
        at: '',
        says:
          why.length > 0
            ? `must match ${howMany[kind]} of the following constraints:\n${why.join('\n- or -\n')}`
            : 'must match only one variant',
      },
    ]
  }
}

/** Every fact of a rule on a separate line, so that two tables can be compared. */
export function factsOf(rule: SchemaRule, at = ''): string[] {
  if (typeof rule === 'string') return [`${at} ${rule}`]
  if (rule instanceof ListOf) return [`${at} at least ${rule.least}`, ...factsOf(rule.item, `${at}/*`)]
  if (rule instanceof Variants) return rule.rules.flatMap((one, n) => factsOf(one, `${at}(${rule.kind} ${n})`))
  if (isListRule(rule)) return factsOf(rule[0], `${at}/*`)
  return Object.entries(rule).flatMap(([member, one]) => factsOf(one, `${at}/${member}`))
}
