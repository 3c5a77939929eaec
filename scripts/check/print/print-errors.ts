import type { ErrorSpec } from '@belvedere/contract/kit/define-errors.ts'
import { table } from './print-table.ts'

/** The list of refusals, by code. */
export function printErrors(errors: readonly ErrorSpec[]): string {
  const rows = [...errors]
    .sort((a, b) => a.code - b.code)
    .map(({ code, name, zh, en }) => [String(code), `\`${name}\``, zh, en])
  return [
    '# Errors',
    '',
    'The `code` of an answer; 0 is success. `{name}` is filled in.',
    '',
    table(['code', 'name', '中文', 'English'], rows),
    '',
  ].join('\n')
}
