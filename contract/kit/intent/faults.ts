import type { ErrorSpec } from '../define-errors.ts'
import { say, type Words, type WordValues } from '../text.ts'
import type { Effective, NamedKind } from './define-intent-kind.ts'
import type { Fault, Field, Fields, Values } from './fields.ts'

type Says = Pick<Fault, 'says' | 'values'>

/** Why a value is not accepted; undefined: it is accepted. An empty value is inherited, `true` is an unchanged secret. */
export function faultOf(field: Field, value: unknown): Says | undefined {
  if (value === undefined || value === '' || value === true) return undefined
  switch (field.type) {
    case 'number':
      return field.offers ? undefined : numberFault(field, value)
    case 'secret':
      return lengthFault(field, value) ?? formFault(field, value)
    case 'text':
      return typeof value === 'string' ? formFault(field, value) : undefined
    case 'list':
      return listFault(field, value)
    case 'json':
      return typeof value === 'object' ? undefined : { says: { zh: '不是有效的 JSON 对象', en: 'Not a JSON object' } }
    default:
      return undefined
  }
}

const isWithin = (value: unknown, { min = 0, max = Number.POSITIVE_INFINITY }: { min?: number; max?: number }) =>
  Number.isInteger(value) && Number(value) >= min && Number(value) <= max

const boundsOf = ({ min = 0, max = 0 }: { min?: number; max?: number }): WordValues => ({ min, max })

const numberFault = (field: Field, value: unknown): Says | undefined =>
  isWithin(value, field)
    ? undefined
    : {
        says: { zh: '请输入 {min} 到 {max} 的整数', en: 'Enter a whole number from {min} to {max}' },
        values: boundsOf(field),
      }

function lengthFault(field: Field, value: unknown): Says | undefined {
  if (typeof value === 'string' && isWithin(value.length, field)) return undefined
  const says = { zh: '长度应为 {min} 到 {max} 个字符', en: 'It has {min} to {max} characters' }
  return { says, values: boundsOf(field) }
}

const formFault = ({ form }: Field, value: unknown): Says | undefined =>
  form && !form.is.test(String(value)) ? { says: form.says } : undefined

function listFault(field: Field, value: unknown): Says | undefined {
  const { max = 0, each } = field
  const list = Array.isArray(value) ? (value as readonly unknown[]) : [value]
  if (list.length > max) return { says: { zh: '最多 {max} 项', en: 'At most {max}' }, values: { max } }
  if (!each) return list.map((one) => formFault(field, one)).find((one) => one !== undefined)
  if (list.every((one) => isWithin(one, each))) return undefined
  return { says: { zh: '请输入 {min} 到 {max}', en: 'Enter {min} to {max}' }, values: boundsOf(each) }
}

/** Why an empty value is not accepted, if other fields need it. */
export function missingOf({ needed }: Field, name: string, values: Values): Words | undefined {
  const value = values[name]
  const isEmpty = value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
  return isEmpty && needed?.when(values) ? needed.says : undefined
}

/** The faults of each single value, including entries of lists. */
function faultsIn(fields: Fields, values: Values, at = ''): Fault[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const value = values[name]
    const place = `${at}${name}`
    if (field.type === 'items') return entryFaults(field, value, place)
    const fault = faultOf(field, value)
    return fault ? [{ field: place, ...fault }] : []
  })
}

function entryFaults({ fields = {}, max = 0 }: Field, value: unknown, place: string): Fault[] {
  if (value === undefined) return []
  if (!Array.isArray(value)) return [{ field: place, says: { zh: '不是列表', en: 'Not a list' } }]
  if (value.length > max) return [{ field: place, says: { zh: '最多 {max} 项', en: 'At most {max}' }, values: { max } }]
  return (value as Values[]).flatMap((entry, index) => {
    const missing = Object.entries(fields).flatMap(([name, field]) => {
      // an entry is complete at every level: its fields are not inherited
      const says = missingOf(field, name, entry)
      return says ? [{ field: `${place}.${index}.${name}`, says }] : []
    })
    return [...missing, ...faultsIn(fields, entry, `${place}.${index}.`)]
  })
}

/** All faults and warnings of the fields of an intent. `all`: the known rest of the configuration. */
export function faultsOf(kind: NamedKind, values: Values, all: Effective = {}): Fault[] {
  const faults = faultsIn(kind.fields, values)
  return faults.length > 0 ? faults : (kind.check?.(values, all) ?? [])
}

const isError = (says: Words | ErrorSpec): says is ErrorSpec => 'code' in says

/** The error of a fault; undefined: it has no own error. */
export const errorOf = ({ says }: Fault): ErrorSpec | undefined => (isError(says) ? says : undefined)

/** In both languages, its values filled in. */
export const faultWords = ({ says, values }: Says): Words => ({
  zh: say(says, 'zh', values),
  en: say(says, 'en', values),
})
