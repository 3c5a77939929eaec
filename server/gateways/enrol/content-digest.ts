import { createHash } from 'node:crypto'
import { tarMembers } from '../../engines/archive/read-tar.ts'

/** Files that our agent adds to its archives: when and where they were made. They differ each time and are not configuration. */
const OWN = 'belvedere/'
const LIMITS = { files: 100_000, bytes: 1 << 30 }

/**
 * SHA-256 of the content of an archive: names and contents of its files sorted by name, without times, owners and the agent's own
 * files. Bytes that are not a tar archive are hashed as they are.
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
