import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { tarMembers } from '../../../engines/archive/read-tar.ts'
import { withArchiveSemaphore } from '../../../engines/archive/archive-semaphore.ts'
import type { System } from '../../../kernel/implement.ts'
import { type StoredContent, readContent } from '../content/content.ts'
import type { RecoveryProblem } from './recover-rules.ts'

/** Limits of the agent. */
const LIMITS = { files: 2000, bytes: 64 << 20 }
/** The form in which an agent without root rights removes the keys of tunnels. */
const REMOVED = /^\s*(?:PrivateKey|PresharedKey)\s*=\s*\(removed\)/m

/** Checks a content before it is sent to a device: readable, its source, and no forbidden parts. */
export function inspectContent(
  system: System,
  content: StoredContent & { sha256: string },
): Promise<RecoveryProblem | undefined> {
  return withArchiveSemaphore(() => inspect(system, content))
}

async function inspect(
  system: System,
  content: StoredContent & { sha256: string },
): Promise<RecoveryProblem | undefined> {
  const bytes = await readContent(system, content).catch(() => undefined)
  if (!bytes || createHash('sha256').update(bytes).digest('hex') !== content.sha256) return 'damaged'
  return content.format === 'document' ? inspectDocument(bytes) : inspectArchive(bytes)
}

function inspectDocument(bytes: Buffer): RecoveryProblem | undefined {
  try {
    const document: unknown = JSON.parse(bytes.toString('utf8'))
    const whole = typeof document === 'object' && document !== null && Object.keys(document).length > 0
    return whole ? undefined : 'damaged'
  } catch {
    return 'damaged'
  }
}

/** Includes what a hostile device sent as its own: restored elsewhere it must not reach beyond configurations. */
export async function inspectArchive(bytes: Buffer): Promise<RecoveryProblem | undefined> {
  const tar = await promisify(gunzip)(bytes, { maxOutputLength: LIMITS.bytes + (8 << 20) }).catch(() => undefined)
  const members = tar && (await tarMembers(tar, LIMITS))
  if (!members) return 'damaged'
  if (members.some(({ path }) => !isInside(path))) return 'hostile'
  const tunnels = members.filter(({ path }) => path.startsWith('etc/wireguard/'))
  return tunnels.some(({ content }) => REMOVED.test(Buffer.from(content).toString('utf8'))) ? 'noKeys' : undefined
}

function isInside(path: string): boolean {
  const plain = path.length <= 512 && !path.startsWith('/') && !path.includes('\0') && !path.includes('\\')
  return plain && !path.split('/').includes('..') && /^(?:etc|belvedere)\//.test(path)
}
