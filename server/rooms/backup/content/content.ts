import { createHash } from 'node:crypto'
import type { System } from '../../../kernel/implement.ts'
import { packContent, unpackContent } from '../../../base/keys/sealed-content.ts'
import { openVault } from '../../../base/keys/vault.ts'
import { orderedJson } from './ordered-json.ts'

export type ContentFormat = 'archive' | 'document'

/** The content of a backup, ready to be stored once. */
export interface NewContent {
  /** Keyed: equal for equal configurations. */
  digest: string
  format: ContentFormat
  /** The size of the delivered data. */
  bytes: number
  sha256: string
  /** The size when stored. */
  stored: number
  sealed: Buffer | null
  file: string | null
}

/** Where a content is stored. */
export type StoredContent = Pick<NewContent, 'format' | 'sealed' | 'file'>

/** A configuration in the terms of the device's protocol, as text. Its number is not part of it. */
export function documentText(config: object): string {
  const { uuid: _, ...document } = config as Record<string, unknown>
  return `${orderedJson(document)}\n`
}

/** The digest of a document's text, which identifies documents that are already stored. */
export async function documentDigest({ config }: System, text: string): Promise<string> {
  return (await openVault(config.data)).digest(text, 'document')
}

/** A document's text, compressed and sealed. */
export async function documentContent(system: System, text: string): Promise<NewContent> {
  const bytes = Buffer.from(text)
  const sealed = await packContent(await openVault(system.config.data), bytes)
  return {
    digest: await documentDigest(system, text),
    format: 'document',
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    stored: sealed.length,
    sealed,
    file: null,
  }
}

/** The bytes of a content; undefined when its file was removed. */
export async function readContent({ config, files }: System, kept: StoredContent): Promise<Buffer | undefined> {
  const vault = await openVault(config.data)
  if (kept.sealed) return unpackContent(vault, kept.sealed)
  if (!kept.file || !(await files.has(kept.file))) return undefined
  return unpackContent(vault, await files.read(kept.file))
}
