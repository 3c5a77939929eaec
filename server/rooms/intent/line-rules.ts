/** Maximum characters of a displayed line. */
const LONGEST = 120

/** The first line of a configuration that contains a text in lower case: `field: value`; undefined: none does. */
export function lineWith(text: string, key: string, fields: Record<string, unknown>): string | undefined {
  const lines = linesOf('', fields)
  const line = lines.find((one) => one.toLowerCase().includes(text))
  if (line !== undefined) return line.slice(0, LONGEST)
  return key.toLowerCase().includes(text) ? (lines[0] ?? key).slice(0, LONGEST) : undefined
}

function linesOf(name: string, value: unknown): string[] {
  if (value === null || typeof value !== 'object') return [name ? `${name}: ${String(value)}` : String(value)]
  const entries: [string, unknown][] = Array.isArray(value) ? value.map((one) => ['', one]) : Object.entries(value)
  return entries.flatMap(([key, one]) => linesOf([name, key].filter(Boolean).join('.'), one))
}
