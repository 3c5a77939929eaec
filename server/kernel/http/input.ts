import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import type { CallSpec } from '@belvedere/contract/kit/define-calls.ts'
import { type Lang, say, type Words } from '@belvedere/contract/kit/text.ts'
import type { RefusalData } from '@belvedere/contract/kit/envelope.ts'
import { isTooDeep } from '../../base/edge/json-depth.ts'
import { refuse } from '../refuse.ts'

// coerceTypes: queries and forms contain only text. removeAdditional: fields outside the contract never reach a handler.
const ajv = new Ajv({
  coerceTypes: true,
  useDefaults: true,
  removeAdditional: 'all',
  allErrors: true,
  strict: false,
  ownProperties: true,
})

interface Shape {
  type?: string | string[]
  properties?: Record<string, Shape>
  anyOf?: Shape[]
}

/** Checks a payload against the call's schema, in place; throws `badInput` with a text per wrong field. */
export type InputCheck = (payload: Record<string, unknown>, lang: Lang) => Record<string, unknown>

export function inputCheck(call: Pick<CallSpec, 'in'>): InputCheck {
  // compiled on first use: compiling all calls would take a quarter of a start
  let compiled: ValidateFunction | undefined
  const shape = call.in as Shape
  return (payload, lang) => {
    const input = unfold(payload, shape)
    const validate = (compiled ??= ajv.compile(call.in))
    if (!validate(input)) throw refuse(commonErrors.badInput, undefined, explain(validate.errors ?? [], lang))
    const field = unsoundIn(input)
    if (field !== undefined) throw refuse(commonErrors.badInput, undefined, unsound(field, lang))
    return input
  }
}

/** Forms and queries carry lists as `ids[]=1&ids[]=2`, `ids=1,2` or JSON text, objects as JSON text. */
function unfold(payload: Record<string, unknown>, shape: Shape): Record<string, unknown> {
  const input: Record<string, unknown> = {}
  for (const [key, property] of Object.entries(shape.properties ?? {})) {
    const value = own(payload, key) ?? own(payload, `${key}[]`) ?? takenBack(payload, key, property)
    if (value === undefined) continue
    // an empty field of a form means "absent"; text fields may be empty on purpose
    if (value === '' && property.type !== 'string') continue
    input[key] = typeof value === 'string' ? unfoldText(value, property) : listed(value, property)
  }
  return input
}

/** Objects and lists within each other. */
const MOST_DEPTH = 32

/**
 * The first field with a value that the database cannot store, independent of the schema: text with NUL or an unpaired surrogate, a number
 * that is not finite, or too deep nesting. Undefined: none.
 */
function unsoundIn(value: unknown, path = '', depth = 0): string | undefined {
  if (typeof value === 'string') return isSound(value) ? undefined : path
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : path
  if (typeof value !== 'object' || value === null) return undefined
  if (depth > MOST_DEPTH) return path
  for (const [key, one] of Object.entries(value)) {
    const below = path ? `${path}.${key}` : key
    const found = isSound(key) ? unsoundIn(one, below, depth + 1) : path
    if (found !== undefined) return found
  }
  return undefined
}

const isSound = (text: string) => text.isWellFormed() && !text.includes('\u0000')

function unsound(field: string, lang: Lang): RefusalData & Record<string, unknown> {
  const text = say(words['unsound'] ?? other, lang)
  return { detail: lang === 'zh' ? `${field}：${text}` : `${field} ${text}`, fields: { [field]: text } }
}

/** null clears a nullable field; elsewhere it would be coerced to 0 or '', so it is ignored. */
const takenBack = (payload: Record<string, unknown>, key: string, { type }: Shape) =>
  own(payload, key) === null && Array.isArray(type) && type.includes('null') ? null : undefined

const own = (payload: Record<string, unknown>, key: string) => (Object.hasOwn(payload, key) ? payload[key] : undefined)

function unfoldText(value: string, { type }: Shape): unknown {
  if (type !== 'array' && type !== 'object') return value
  if (/^\s*[[{]/.test(value) && !isTooDeep(value)) {
    try {
      return JSON.parse(value)
    } catch {
      return value
    }
  }
  return type === 'array' ? value.split(',') : value
}

function listed(value: unknown, { type }: Shape): unknown {
  return type === 'array' && typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.values(value)
    : value
}

const words: Record<string, Words> = {
  required: { zh: '必填', en: 'is required' },
  minLength: { zh: '至少 {limit} 个字符', en: 'must have at least {limit} {limit:character|characters}' },
  maxLength: { zh: '最多 {limit} 个字符', en: 'must have at most {limit} {limit:character|characters}' },
  minimum: { zh: '不能小于 {limit}', en: 'must be {limit} or more' },
  maximum: { zh: '不能大于 {limit}', en: 'must be {limit} or less' },
  minItems: { zh: '至少选择 {limit} 项', en: 'needs at least {limit} {limit:item|items}' },
  maxItems: { zh: '最多 {limit} 项', en: 'takes at most {limit} {limit:item|items}' },
  enum: { zh: '不是可选的值', en: 'is not one of the allowed values' },
  pattern: { zh: '格式不正确', en: 'has the wrong format' },
  type: { zh: '类型不正确', en: 'has the wrong type' },
  unsound: { zh: '含有无法保存的字符或数值', en: 'contains characters or numbers that cannot be stored' },
}
const other: Words = { zh: '不正确', en: 'is not valid' }

function explain(errors: ErrorObject[], lang: Lang): RefusalData & Record<string, unknown> {
  const fields: Record<string, string> = {}
  for (const { instancePath, keyword, params } of errors.slice(0, 20)) {
    const missing = keyword === 'required' ? `/${String(params['missingProperty'])}` : ''
    const field = `${instancePath}${missing}`.slice(1).replaceAll('/', '.')
    fields[field] ??= say(words[keyword] ?? other, lang, { limit: String(params['limit']) })
  }
  const detail = Object.entries(fields).map(([field, text]) =>
    lang === 'zh' ? `${field}：${text}` : `${field} ${text}`,
  )
  return { detail: detail.join(lang === 'zh' ? '；' : '; '), fields }
}
