import type { System } from '../../kernel/implement.ts'
import { type NewContent, documentContent, documentDigest, documentText, readContent } from './content/content.ts'
import { findDigests, saveContents } from './content/store.ts'
import { countFileChanges } from './diff/compare-files.ts'
import { documentFiles } from './diff/config-files.ts'
import { markOf } from './diff/count-contents.ts'
import { insertBackups, type StoredBackup, type NewBackup, previousContents } from './store.ts'
import { batcher } from '../../engines/batcher/batcher.ts'

/** A configuration that a device reports as running, to be stored. */
export type RunningDocument = Pick<
  NewBackup,
  'device_id' | 'task_id' | 'source' | 'operator' | 'note' | 'ask' | 'derived'
> & {
  config: object
}

type Keeper = (document: RunningDocument) => Promise<StoredBackup | undefined>
const keepers = new WeakMap<System, Keeper>()

/**
 * Stores a running configuration as a backup; those of many devices are written together. Undefined: the device was
 * removed.
 */
export function saveDocument(system: System, document: RunningDocument): Promise<StoredBackup | undefined> {
  const known = keepers.get(system)
  if (known) return known(document)
  const made: Keeper = batcher((batch) => keepBatch(system, batch), 500)
  keepers.set(system, made)
  return made(document)
}

interface Prepared extends RunningDocument {
  text: string
  digest: string
}

async function keepBatch(system: System, batch: RunningDocument[]): Promise<(StoredBackup | undefined)[]> {
  const prepared = await Promise.all(batch.map((one) => prepare(system, one)))
  // of a device that was asked twice in a batch, the latest answer is stored
  const list = [...new Map(prepared.map((one) => [one.device_id, one])).values()]
  const diffs = await changesOf(system, list)
  const rows = await system.database.transaction(async (db) => {
    const digests = list.map(({ digest }) => digest)
    const known = await findDigests(db, digests)
    const fresh = new Map(list.flatMap(({ digest, text }) => (known.has(digest) ? [] : [[digest, text] as const])))
    const contents: NewContent[] = await Promise.all([...fresh.values()].map((text) => documentContent(system, text)))
    const kept = contents.length > 0 ? await saveContents(db, contents) : new Map<string, { id: number }>()
    const contentOf = (digest: string) => known.get(digest) ?? kept.get(digest)?.id ?? 0
    const backups = list.map(
      ({ config: _, text: __, digest, ...one }): NewBackup => ({
        ...one,
        content_id: contentOf(digest),
        sha256: digest,
        complete: true,
        diff: diffs.get(one.device_id),
      }),
    )
    return insertBackups(db, backups, system.now())
  })
  const byDevice = new Map(rows.map((row) => [row.device_id, row]))
  for (const scene_id of new Set(rows.flatMap((row) => row.scene_id ?? []))) system.tell({ topic: 'backup', scene_id })
  return batch.map(({ device_id }) => byDevice.get(device_id))
}

async function prepare(system: System, one: RunningDocument): Promise<Prepared> {
  const text = documentText(one.config)
  return { ...one, text, digest: await documentDigest(system, text) }
}

/** Line counts against the previous backup, for those that differ from it. */
async function changesOf(
  system: System,
  list: readonly Prepared[],
): Promise<Map<number, { add: number; del: number }>> {
  const mark = await markOf(system)
  const now = new Map(list.map((one) => [one.device_id, one]))
  const found = new Map<number, { add: number; del: number }>()
  // similar devices change in similar ways: each step from one content to another is counted once
  const counted = new Map<string, { add: number; del: number } | undefined>()
  for (const { device_id, ...content } of await previousContents(system.db, list)) {
    const next = now.get(device_id)
    if (!next || content.format !== 'document') continue
    const step = `${content.digest} ${next.digest}`
    if (!counted.has(step)) counted.set(step, linesOf(await readContent(system, content), next.text, mark))
    const lines = counted.get(step)
    if (lines) found.set(device_id, lines)
  }
  return found
}

function linesOf(
  old: Buffer | undefined,
  text: string,
  mark: Awaited<ReturnType<typeof markOf>>,
): { add: number; del: number } | undefined {
  const files = old && [old.toString('utf8'), text].map((one) => documentFiles(JSON.parse(one), mark))
  return files?.[0] && files[1] && countFileChanges(files[0], files[1])
}
