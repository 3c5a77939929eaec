/** Maximum depth of external JSON: code that walks, copies or prints it is recursive. */
const MOST = 64

/** Whether JSON text is nested deeper than any valid request. */
export function isTooDeep(text: string, most = MOST): boolean {
  if (text.length <= most) return false
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x22) at = endOfString(text, at)
    else if (code === 0x5b || code === 0x7b) {
      if (++depth > most) return true
    } else if (code === 0x5d || code === 0x7d) depth--
  }
  return false
}

/** The end of the string that begins there; the end of the text if it is unterminated. */
function endOfString(text: string, begin: number): number {
  for (let at = begin + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x5c) at++
    else if (code === 0x22) return at
  }
  return text.length
}
