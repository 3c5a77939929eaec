/** Levels JSON from outside may have: what walks over it, copies it or prints it again does so by recursion. */
const MOST = 64

/** True for JSON text with more levels than anything has that is asked of us. */
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

/** Where the string that begins there ends; the end of the text when it does not. */
function endOfString(text: string, begin: number): number {
  for (let at = begin + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x5c) at++
    else if (code === 0x22) return at
  }
  return text.length
}
