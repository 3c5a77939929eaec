/** Control characters, line and paragraph separators, and marks that change the text direction: a stored line has none. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the control characters are what is looked for
const unfit = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]+/g
/** Half of a surrogate pair: it has no encoding in UTF-8. */
const half = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/** One line of at most `most` characters from untrusted text; each run of control characters becomes one space. */
export function cleanLine(text: string, most: number): string {
  const cut = text.length > most ? text.slice(0, most) : text
  return cut.replace(unfit, ' ').replace(half, '\ufffd').trim()
}
