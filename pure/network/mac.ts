/** Hexadecimal digits of a MAC address or its first part, lower case, without colons, dashes, dots and spaces. */
export function macDigits(text: string): string {
  return text.replace(/[\s:.-]/g, '').toLowerCase()
}

/** Twelve digits as pairs: `00:1a:2b:3c:4d:5e`; a shorter front part likewise. */
export function formatMac(digits: string, between = ':', every = 2): string {
  return digits.match(new RegExp(`.{1,${every}}`, 'g'))?.join(between) ?? ''
}

/**
 * The meaning of the two lowest bits of the first octet: a group address, and locally administered instead of assigned by a
 * vendor.
 */
export function macFlags(digits: string): { group: boolean; local: boolean } {
  const first = Number.parseInt(digits.slice(0, 2), 16)
  return { group: (first & 1) === 1, local: (first & 2) === 2 }
}
