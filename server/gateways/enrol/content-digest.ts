import { createHash } from 'node:crypto'
import { tarMembers } from '../../engines/archive/read-tar.ts'

/** What our agent adds to its archives: when and where they were made. It differs each time and is no configuration. */
const OWN = 'belvedere/'
const LIMITS = { files: 100_000, bytes: 1 << 30 }

/**
 * SHA-256 of what an archive holds: names and contents of its files in the order of their names, not times, owners or the
 * agent's own remarks. Bytes that are no tar archive are taken as they are.
 */
export async function contentDigest(bytes: Buffer): Promise<string> {
  const files = await tarMembers(bytes, LIMITS)
  const hash = createHash('sha256')
  if (!files) return hash.update(bytes).digest('hex')
  for (const { path, content } of files.sort((a, b) => (a.path < b.path ? -1 : 1))) {
    if (!path.startsWith(OWN)) hash.update(`${path}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}
