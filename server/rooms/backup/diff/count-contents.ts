import type { Mark } from '@belvedere/pure/device/mask-config.ts'
import { withArchiveSemaphore } from '../../../engines/archive/archive-semaphore.ts'
import type { System } from '../../../kernel/implement.ts'
import { openVault } from '../../../base/keys/vault.ts'
import { type StoredContent, readContent } from '../content/content.ts'
import { findContent } from '../content/store.ts'
import { countFileChanges } from './compare-files.ts'
import { configFiles, type ConfigFiles } from './config-files.ts'

/** Dots and six characters of a keyed digest: a changed secret is visible, its value stays unknown. */
export async function markOf({ config }: System): Promise<Mark> {
  const vault = await openVault(config.data)
  return (secret) => `•••••• ${vault.digest(secret, 'shown secret').slice(0, 6)}`
}

/** The files of a content, masked. Undefined: its file was removed or cannot be read. */
export async function filesIn(system: System, content: StoredContent): Promise<ConfigFiles | undefined> {
  const mark = await markOf(system)
  return withArchiveSemaphore(async () => {
    const bytes = await readContent(system, content)
    return bytes && configFiles(content.format, bytes, mark)
  })
}

/** The line differences of two contents; undefined when one of them cannot be read. */
export async function countContents(
  system: System,
  from: number,
  to: number,
): Promise<{ add: number; del: number } | undefined> {
  const [a, b] = await Promise.all([from, to].map((id) => findContent(system.db, id)))
  if (!a || !b || a.format !== b.format) return undefined
  const [old, now] = await Promise.all([filesIn(system, a), filesIn(system, b)])
  return old && now && withArchiveSemaphore(() => countFileChanges(old, now))
}
