/** Maximum number of pasted serial numbers. */
export const mostSerials = 100

/** One entry per line or comma; spaces, empty lines and duplicates are ignored. */
export function serialsOf(text: string): string[] {
  const lines = text.split(/[\n,;，；]+/).map((line) => line.trim())
  return [...new Set(lines.filter(Boolean))]
}

/** 12 hexadecimal digits, ignoring separators. */
export function isSerial(text: string): boolean {
  return /^[0-9a-f]{12}$/i.test(text.replace(/[\s:.-]/g, ''))
}
