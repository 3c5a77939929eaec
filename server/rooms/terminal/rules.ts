/**
 * True when a text is selective among very many terminals: three letters or digits, or two around a separator as in an
 * address. The index consists of trigrams; a shorter text would require a full scan.
 */
export function isEnough(typed: string): boolean {
  return /[a-z0-9]{3}|[a-z0-9][^a-z0-9][a-z0-9]/i.test(typed.trim())
}

/** The hex digits of a search text, when they may be part of a hardware address and are not part of an IP address. */
export function macPiece(typed: string): string | undefined {
  if (/^\d{1,3}(\.\d{0,3}){1,3}$/.test(typed.trim())) return undefined
  const digits = typed.replace(/[\s:.-]/g, '').toLowerCase()
  return /^[0-9a-f]{3,12}$/.test(digits) ? digits : undefined
}
