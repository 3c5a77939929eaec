/** Serial numbers one may paste at once. */
export const mostSerials = 100

/** One entry a line or comma; spaces and empty lines do not count, nor does the same one twice. */
export function serialsOf(text: string): string[] {
  const lines = text.split(/[\n,;，；]+/).map((line) => line.trim())
  return [...new Set(lines.filter(Boolean))]
}

/** 12 hexadecimal digits, whatever stands between them. */
export function isSerial(text: string): boolean {
  return /^[0-9a-f]{12}$/i.test(text.replace(/[\s:.-]/g, ''))
}
