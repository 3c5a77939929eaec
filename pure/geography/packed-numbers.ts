const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const values = new Map([...letters].map((letter, value) => [letter, value]))

/**
 * Encodes whole numbers as text, short for small ones: five bits a letter, the sixth bit means that more letters follow, the
 * lowest bit is the sign.
 */
export function packNumbers(numbers: readonly number[]): string {
  let text = ''
  for (const number of numbers) {
    let rest = number < 0 ? -number * 2 + 1 : number * 2
    while (rest >= 32) {
      text += letters[32 + (rest % 32)]
      rest = Math.floor(rest / 32)
    }
    text += letters[rest]
  }
  return text
}

/** Decodes a text of `packNumbers`; throws for any other text. */
export function unpackNumbers(text: string): number[] {
  const numbers: number[] = []
  let [sum, unit] = [0, 1]
  for (const letter of text) {
    const value = values.get(letter)
    if (value === undefined) throw new Error(`no letter of a packed number: ${letter}`)
    sum += (value % 32) * unit
    if (value >= 32) {
      unit *= 32
      continue
    }
    numbers.push(sum % 2 ? -(sum - 1) / 2 : sum / 2)
    ;[sum, unit] = [0, 1]
  }
  if (unit > 1) throw new Error('a packed number is cut off')
  return numbers
}
