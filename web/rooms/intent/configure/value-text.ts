import { lang, say } from '../../../kit/words/words.ts'
import type { FieldSpec } from './field-specs.ts'

const on = { zh: '开', en: 'On' }
const off = { zh: '关', en: 'Off' }

/** The two choices of a flag. */
export const flagOptions = [
  { id: 1, ...on },
  { id: 0, ...off },
] as const

/** A value for display; a secret as dots. */
export function valueText(spec: FieldSpec, value: unknown): string {
  if (value === undefined || value === null) return ''
  if (spec.type === 'secret') return '••••••'
  if (spec.type === 'flag') return say(value === 1 ? on : off)
  const plain = (id: unknown) => (spec.unit ? `${String(id)} ${spec.unit}` : String(id))
  const named = (id: unknown) => spec.options?.find((option) => option.id === id)?.[lang] ?? plain(id)
  if (spec.type === 'items' && Array.isArray(value)) return value.map((entry) => entryText(spec, entry)).join('\n')
  if (Array.isArray(value)) return value.map(named).join(', ')
  if (spec.options) return named(value)
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value as string | number)
  return plain(text)
}

/** An entry of a list on one line: its fields with their names. */
function entryText({ fields = {} }: FieldSpec, entry: Readonly<Record<string, unknown>>): string {
  return Object.entries(fields)
    .filter(([name]) => entry[name] !== undefined && entry[name] !== '')
    .map(([name, field]) => `${say(field.label)} ${valueText({ name, ...field }, entry[name])}`)
    .join(lang === 'zh' ? '，' : ', ')
}
