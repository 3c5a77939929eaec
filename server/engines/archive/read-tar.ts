import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import { extract } from 'tar-stream'

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

/** True for bytes that begin as a tar archive does. */
export const isTar = (head: Buffer): boolean => head.length >= 512 && head.toString('latin1', 257, 262) === 'ustar'

/** Bytes read in one turn of the event loop: an archive may consist of headers only. */
const TURN = 1 << 18

async function* inTurns(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += TURN) {
    yield bytes.subarray(at, at + TURN)
    await setImmediate()
  }
}

/**
 * The plain files of a tar archive. Undefined when it is none, is damaged, cut short or has more than the limits allow. Links, devices and
 * folders are skipped: their targets are no content of the archive.
 */
export async function tarMembers(bytes: Buffer, limits: TarLimits): Promise<TarMember[] | undefined> {
  if (!isTar(bytes)) return undefined
  const archive = extract()
  const fed = pipeline(inTurns(bytes), archive as unknown as Writable)
  fed.catch(() => {})
  const members: TarMember[] = []
  let total = 0
  try {
    for await (const entry of archive) {
      const { name: path, mode, size, type } = entry.header
      const isFile = type === 'file'
      if (isFile && (members.length >= limits.files || (total += size) > limits.bytes)) return undefined
      const pieces: Buffer[] = []
      for await (const piece of entry) if (isFile) pieces.push(piece as Buffer)
      if (isFile) members.push({ path, content: Buffer.concat(pieces), mode })
    }
  } catch {
    return undefined
  }
  return members
}
