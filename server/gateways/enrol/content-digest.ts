import { createHash } from 'node:crypto'

const BLOCK = 512
/** What our agent adds to its archives: when and where they were made. It differs each time and is no configuration. */
const OWN = 'belvedere/'

/**
 * SHA-256 of what an archive holds: names and contents of its files in the order of their names, not times, owners or the
 * agent's own remarks. Bytes that are no tar archive are taken as they are.
 */
export function contentDigest(bytes: Buffer): string {
  const files = filesOf(bytes)
  const hash = createHash('sha256')
  if (!files) return hash.update(bytes).digest('hex')
  for (const { name, content } of files.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (!name.startsWith(OWN)) hash.update(`${name}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

function filesOf(bytes: Buffer): { name: string; content: Buffer }[] | undefined {
  if (bytes.length < BLOCK || bytes.toString('latin1', 257, 262) !== 'ustar') return undefined
  const files: { name: string; content: Buffer }[] = []
  for (let at = 0; at + BLOCK <= bytes.length; ) {
    const text = (from: number, length: number) =>
      bytes.toString('utf8', at + from, at + from + length).replace(/\0.*$/s, '')
    const name = [text(345, 155), text(0, 100)].filter(Boolean).join('/')
    if (name === '') break
    const size = Number.parseInt(text(124, 12).trim(), 8)
    if (!(size >= 0) || at + BLOCK + size > bytes.length) return undefined
    files.push({ name, content: bytes.subarray(at + BLOCK, at + BLOCK + size) })
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK
  }
  return files
}
