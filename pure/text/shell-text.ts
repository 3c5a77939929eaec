const plain = /^[A-Za-z0-9._@%+:,=/][A-Za-z0-9._@%+:,=/-]*$/

/**
 * Text that a shell reads as exactly one word, since programs on devices put it into a command without quotes: no space, no
 * character with a meaning for the shell, no option.
 */
export const isShellText = (text: string): boolean => plain.test(text)

/**
 * Members of a document whose texts the programs of access points put into a command, at any depth: the password goes to
 * `passwd`, the pages of a portal to a downloader, the hosts of the online check to `ping` and `curl`.
 */
const reachShell = new Set(['system-password', 'web-root-url', 'web-root-checksum', 'ping-hosts', 'download-hosts'])

/** JSON pointer to a text in a document that the shell of a device would read as more than one word. */
export function unsafePlaceIn(document: unknown, at = ''): string | undefined {
  if (typeof document !== 'object' || document === null) return undefined
  for (const [key, value] of Object.entries(document)) {
    const place = `${at}/${key}`
    const found = reachShell.has(key) ? unsafeText(value, place) : unsafePlaceIn(value, place)
    if (found !== undefined) return found
  }
  return undefined
}

/** The first invalid one of a list. Values that are not texts are refused by the device. */
function unsafeText(value: unknown, at: string): string | undefined {
  if (Array.isArray(value)) {
    const place = value.findIndex((one) => unsafeText(one, at) !== undefined)
    return place < 0 ? undefined : `${at}/${place}`
  }
  return typeof value === 'string' && !isShellText(value) ? at : undefined
}
