/**
 * True when a piece of text picks terminals out of very many: three letters or digits, or two around a separator as in an
 * address. The index is made of trigrams; with less it would have to be read through.
 */
export function isEnough(typed: string): boolean {
  return /[a-z0-9]{3}|[a-z0-9][^a-z0-9][a-z0-9]/i.test(typed.trim())
}

/** The hex digits of something typed, when they may be a piece of a hardware address and are none of an IP address. */
export function macPiece(typed: string): string | undefined {
  if (/^\d{1,3}(\.\d{0,3}){1,3}$/.test(typed.trim())) return undefined
  const digits = typed.replace(/[\s:.-]/g, '').toLowerCase()
  return /^[0-9a-f]{3,12}$/.test(digits) ? digits : undefined
}
