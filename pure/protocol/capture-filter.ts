/** A filter as tcpdump takes it, none of whose words could be taken for an option of the program. */
export function isCaptureFilter(text: string): boolean {
  return /^[0-9A-Za-z .:/()!&|=<>[\]-]*$/.test(text) && !/(^|\s)-/.test(text)
}
