import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { type Mark, maskSecretLines, maskSecrets, maskVolatile } from '@belvedere/pure/device/mask-config.ts'
import { tarMembers } from '../../../engines/archive/read-tar.ts'
import type { ContentFormat } from '../content/content.ts'
import { orderedJson } from '../content/ordered-json.ts'
import type { DiffSide } from './line-diff.ts'

/** One file of a configuration: its lines, or the digest of binary data. */
export type ConfigFile = DiffSide | { binary: string }
export type ConfigFiles = Map<string, ConfigFile>

/** Bounds of what is unpacked for a comparison. */
const LIMITS = { files: 2000, bytes: 64 << 20 }
const MOST_TEXT = 1 << 20
/**
 * Maximum number of lines to compare, of one file and of all: files are compared in the main thread. Of larger files
 * only the digest is compared.
 */
const MOST_LINES = { each: 20_000, all: 60_000 }
const MOST_TEXTS = 8 << 20
/** Characters of a line that are compared and displayed. */
const WIDTH = 2000
/** Notes of the agent about the archive and its time: not configuration. */
const OWN = 'belvedere/'
/** The name of a document among the files of archives. */
const DOCUMENT = 'config.json'

/** The files of a configuration with their secrets masked. Undefined when the bytes are damaged or too large. */
export async function configFiles(format: ContentFormat, bytes: Buffer, mark: Mark): Promise<ConfigFiles | undefined> {
  if (format === 'document') return documentFiles(JSON.parse(bytes.toString('utf8')), mark)
  const tar = await promisify(gunzip)(bytes, { maxOutputLength: LIMITS.bytes + (8 << 20) }).catch(() => undefined)
  const members = tar && (await tarMembers(tar, LIMITS))
  if (!members) return undefined
  const files = members.filter(({ path }) => !path.startsWith(OWN)).sort((a, b) => (a.path < b.path ? -1 : 1))
  const room = { lines: MOST_LINES.all, bytes: MOST_TEXTS }
  return new Map(files.map(({ path, content }) => [path.slice(0, 512), fileOf(content, mark, room)]))
}

/** A configuration in the terms of a protocol as one file. */
export function documentFiles(document: unknown, mark: Mark): ConfigFiles {
  const text = Buffer.from(orderedJson(maskSecrets(document, mark)))
  const fits = text.length <= MOST_TEXTS && linesIn(text, MOST_LINES.all) <= MOST_LINES.all
  return new Map([[DOCUMENT, fits ? sideOf(text.toString('utf8').split('\n')) : digestOf(text)]])
}

interface Room {
  lines: number
  bytes: number
}

function fileOf(content: Uint8Array, mark: Mark, room: Room): ConfigFile {
  const lines = linesIn(content, MOST_LINES.each)
  const fits = lines <= Math.min(MOST_LINES.each, room.lines) && content.length <= Math.min(MOST_TEXT, room.bytes)
  const text = fits ? textOf(content) : undefined
  if (text === undefined) return digestOf(content)
  room.lines -= lines
  room.bytes -= content.length
  return sideOf(maskSecretLines(text.replace(/\n$/, '').split('\n'), mark))
}

const digestOf = (content: Uint8Array) => ({ binary: createHash('sha256').update(content).digest('hex') })

/** The number of lines; counts at most to one more than `most`. */
function linesIn(content: Uint8Array, most: number): number {
  let lines = 1
  for (let at = content.indexOf(10); at >= 0 && lines <= most; at = content.indexOf(10, at + 1)) lines++
  return lines
}

function textOf(content: Uint8Array): string | undefined {
  if (content.includes(0)) return undefined
  try {
    return new TextDecoder('utf8', { fatal: true }).decode(content)
  } catch {
    return undefined
  }
}

function sideOf(lines: readonly string[]): DiffSide {
  const shown = lines.map((line) => (line.length > WIDTH ? `${line.slice(0, WIDTH)}…` : line))
  // a long line is compared whole: a difference behind the cut must be detected
  return { shown, keys: lines.map(maskVolatile) }
}
