/**
 * Rows as CSV for spreadsheets: BOM, CRLF, quoted where needed. Texts that a spreadsheet would read as a formula (they start with
 * `=`, `+`, `-`, `@`, tab or carriage return) get an apostrophe prefix.
 */
export function csvOf(
  head: readonly string[],
  rows: readonly (readonly (string | number | null | undefined)[])[],
): string {
  return `\ufeff${[head, ...rows].map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`
}

function cell(value: string | number | null | undefined): string {
  if (typeof value === 'number') return String(value)
  const text = value ?? ''
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
