/** A filter for tcpdump; no word of it can be an option of the program. */
export function isCaptureFilter(text: string): boolean {
  return /^[0-9A-Za-z .:/()!&|=<>[\]-]*$/.test(text) && !/(^|\s)-/.test(text)
}
