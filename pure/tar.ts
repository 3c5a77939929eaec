/** One file of a tar archive. */
export interface TarMember {
  path: string
  content: Uint8Array
  /** Permission bits. */
  mode: number
}

export interface TarLimits {
  files: number
  /** Of all contents together. */
  bytes: number
}

const BLOCK = 512
const decoder = new TextDecoder()

/**
 * The plain files of a tar archive, as views of its bytes. Undefined when it is none, is cut short or has more than the limits
 * allow. Links, devices and folders are passed over: what they point to is no content of the archive.
 */
export function tarMembers(bytes: Uint8Array, limits: TarLimits): TarMember[] | undefined {
  if (bytes.length < BLOCK || textAt(bytes, 257, 5) !== 'ustar') return undefined
  const members: TarMember[] = []
  let total = 0
  let longPath: string | undefined
  for (let at = 0; at + BLOCK <= bytes.length; ) {
    const header = bytes.subarray(at, at + BLOCK)
    if (header.every((byte) => byte === 0)) return members
    const size = octalAt(header, 124, 12)
    const start = at + BLOCK
    if (size === undefined || start + size > bytes.length) return undefined
    const content = bytes.subarray(start, start + size)
    at = start + Math.ceil(size / BLOCK) * BLOCK
    const type = String.fromCharCode(header[156] ?? 0)
    if (type === 'x' || type === 'L') {
      longPath = (type === 'x' ? paxPath(content) : textAt(content, 0, content.length)) ?? longPath
      continue
    }
    if (type === '0' || type === '\0') {
      total += size
      if (members.length >= limits.files || total > limits.bytes) return undefined
      members.push({ path: longPath ?? pathOf(header), content, mode: octalAt(header, 100, 8) ?? 0 })
    }
    longPath = undefined
  }
  return members
}

function pathOf(header: Uint8Array): string {
  const prefix = textAt(header, 345, 155)
  return prefix ? `${prefix}/${textAt(header, 0, 100)}` : textAt(header, 0, 100)
}

function textAt(bytes: Uint8Array, from: number, length: number): string {
  const piece = bytes.subarray(from, from + length)
  const end = piece.indexOf(0)
  return decoder.decode(end < 0 ? piece : piece.subarray(0, end))
}

function octalAt(bytes: Uint8Array, from: number, length: number): number | undefined {
  const digits = textAt(bytes, from, length).trim()
  return /^[0-7]*$/.test(digits) ? Number.parseInt(digits || '0', 8) : undefined
}

/** A pax record is `length key=value\n`, and its length counts itself. */
function paxPath(content: Uint8Array): string | undefined {
  let found: string | undefined
  for (let at = 0; at < content.length; ) {
    const space = content.indexOf(32, at)
    const length = Number(decoder.decode(content.subarray(at, space < 0 ? at : space)))
    if (space < 0 || !Number.isInteger(length) || length < 4 || at + length > content.length) return found
    const record = decoder.decode(content.subarray(space + 1, at + length - 1))
    if (record.startsWith('path=')) found = record.slice(5)
    at += length
  }
  return found
}
