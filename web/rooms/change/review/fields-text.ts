import { lang } from '../../../kit/words.ts'

/** Fields of an edit on one line, by their names; a secret as dots. */
export function fieldsText(set: Readonly<Record<string, unknown>>): string {
  const text = (value: unknown): string => {
    if (value === true) return '••••••'
    return typeof value === 'string' ? value : JSON.stringify(value)
  }
  return Object.entries(set)
    .map(([field, value]) => `${field} ${text(value)}`)
    .join(lang === 'zh' ? '，' : ', ')
}
