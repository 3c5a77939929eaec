import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { type Mark, maskSecretLines, maskSecrets, maskVolatile } from '@belvedere/pure/mask-config.ts'
import { tarMembers } from '@belvedere/pure/tar.ts'
import type { ContentFormat } from '../content/content.ts'
import { orderedJson } from '../content/ordered-json.ts'
import type { Side } from './line-diff.ts'

/** One file of a configuration: its lines, or the digest of what is no text. */
export type ConfigFile = Side | { binary: string }
export type ConfigFiles = Map<string, ConfigFile>

/** Bounds of what is unpacked to be looked at. */
const LIMITS = { files: 2000, bytes: 64 << 20 }
const MOST_TEXT = 1 << 20
/** Characters of a line that are compared and shown. */
const WIDTH = 2000
/** Remarks of the agent about the archive and the moment: no configuration. */
const OWN = 'belvedere/'
/** What a document is called beside the files of archives. */
const DOCUMENT = 'config.json'

/** The files of a configuration with their secrets masked. Undefined when the bytes are damaged or too much. */
export async function configFiles(format: ContentFormat, bytes: Buffer, mark: Mark): Promise<ConfigFiles | undefined> {
  if (format === 'document') return documentFiles(JSON.parse(bytes.toString('utf8')), mark)
  const tar = await promisify(gunzip)(bytes, { maxOutputLength: LIMITS.bytes + (8 << 20) }).catch(() => undefined)
  const members = tar && tarMembers(tar, LIMITS)
  if (!members) return undefined
  const files = members.filter(({ path }) => !path.startsWith(OWN)).sort((a, b) => (a.path < b.path ? -1 : 1))
  return new Map(files.map(({ path, content }) => [path.slice(0, 512), fileOf(content, mark)]))
}

/** A configuration in the words of a protocol as one file. */
export function documentFiles(document: unknown, mark: Mark): ConfigFiles {
  return new Map([[DOCUMENT, sideOf(orderedJson(maskSecrets(document, mark)).split('\n'))]])
}

function fileOf(content: Uint8Array, mark: Mark): ConfigFile {
  const text = content.length <= MOST_TEXT ? textOf(content) : undefined
  if (text === undefined) return { binary: createHash('sha256').update(content).digest('hex') }
  return sideOf(maskSecretLines(text.replace(/\n$/, '').split('\n'), mark))
}

function textOf(content: Uint8Array): string | undefined {
  if (content.includes(0)) return undefined
  try {
    return new TextDecoder('utf8', { fatal: true }).decode(content)
  } catch {
    return undefined
  }
}

function sideOf(lines: readonly string[]): Side {
  const shown = lines.map((line) => (line.length > WIDTH ? `${line.slice(0, WIDTH)}…` : line))
  // a long line is compared whole: what differs behind the cut must not look equal
  return { shown, keys: lines.map(maskVolatile) }
}
