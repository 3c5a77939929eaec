/** Hexadecimal digits of a MAC address or its front part, lower case, without colons, dashes, dots and blanks. */
export function macDigits(text: string): string {
  return text.replace(/[\s:.-]/g, '').toLowerCase()
}

/** Twelve digits as pairs: `00:1a:2b:3c:4d:5e`; a shorter front part likewise. */
export function formatMac(digits: string, between = ':', every = 2): string {
  return digits.match(new RegExp(`.{1,${every}}`, 'g'))?.join(between) ?? ''
}

/** What the two lowest bits of the first octet say: to a group of stations, and given by software instead of a maker. */
export function macFlags(digits: string): { group: boolean; local: boolean } {
  const first = Number.parseInt(digits.slice(0, 2), 16)
  return { group: (first & 1) === 1, local: (first & 2) === 2 }
}
