import { createHash } from 'node:crypto'
import { firmwareErrors as errors } from '@belvedere/contract/rooms/firmware/errors.ts'
import { refuse } from '../../../kernel/refuse.ts'
import type { ImageSource } from './image-source.ts'
import type { ManifestFields } from './manifest.ts'

const MARKER = Buffer.from('\nexit_marker\n')

/** A shell script followed by the image, as ONIE boots them on switches. */
export const isInstaller = (head: Buffer) =>
  head.toString('latin1', 0, 2) === '#!' && (head.includes(MARKER) || /onie/i.test(head.toString('latin1')))

const value = (script: string, ...names: string[]) => {
  for (const name of names) {
    const found = new RegExp(`^\\s*(?:export\\s+)?${name}=["']?([\\w.+/ -]{1,64}?)["']?\\s*$`, 'm').exec(script)?.[1]
    if (found) return found
  }
  return undefined
}

/** Reads the header, after its checksum was verified. */
export async function readInstaller(source: ImageSource, head: Buffer): Promise<ManifestFields> {
  const end = head.indexOf(MARKER)
  const script = head.toString('latin1', 0, end < 0 ? head.length : end)
  const sum = /^payload_sha1=([0-9a-f]{40})$/m.exec(script)?.[1]
  if (sum && end >= 0) await checkSum(source, end + MARKER.length, sum)
  const machine = value(script, 'onie_platform', 'platform', 'machine')
  return {
    ...(machine ? { models: [machine] } : {}),
    version: value(script, 'image_version', 'build_version', 'version'),
    vendor: value(script, 'vendor'),
  }
}

async function checkSum(source: ImageSource, start: number, wanted: string): Promise<void> {
  const hash = createHash('sha1')
  if (start < source.size) for await (const piece of source.stream(start, source.size - 1)) hash.update(piece as Buffer)
  if (hash.digest('hex') !== wanted) throw refuse(errors.truncated, { detail: 'SHA-1' })
}
