const chinese = /^\+861[3-9]\d{9}$/
const international = /^\+[1-9]\d{6,14}$/

/**
 * Normalizes a mobile phone number to E.164 (`+8613800138000`). Spaces, dashes and brackets are removed, `00` becomes `+`, and a
 * number without a country code is Chinese. Undefined when it cannot be a mobile phone number.
 */
export function normalPhone(text: string): string | undefined {
  const plain = text.trim().replace(/[\s().-]/g, '')
  const whole = plain.startsWith('+')
    ? plain
    : plain.startsWith('00')
      ? `+${plain.slice(2)}`
      : `+86${plain.replace(/^86(?=1\d{10}$)/, '')}`
  const fits = whole.startsWith('+86') ? chinese.test(whole) : international.test(whole)
  return fits ? whole : undefined
}

/** The number with its middle hidden, for display: `+86 138****8000`. */
export function maskPhone(phone: string): string {
  const country = phone.startsWith('+86') ? phone.slice(0, 3) : phone.slice(0, 2)
  const rest = phone.slice(country.length)
  const [head, tail] = [rest.slice(0, 3), rest.slice(-Math.min(4, rest.length - 3))]
  return `${country} ${head}****${tail}`
}
