import { jsonText } from '../../kernel/columns.ts'

/** Maximum characters of JSON for one before, after or result; a larger one is replaced by its size. */
const MAX_KEPT = 65_536

/** JSON text for the log, null for nothing; bounded. */
export function jsonForLog(value: unknown): string | null {
  if (value === null || value === undefined) return null
  const text = jsonText(value)
  return text.length <= MAX_KEPT ? text : JSON.stringify({ too_large: text.length })
}
