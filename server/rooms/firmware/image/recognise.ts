import { firmwareErrors as errors } from '@belvedere/contract/rooms/firmware/errors.ts'
import { versionIn } from '@belvedere/pure/device/version-order.ts'
import { isTar } from '../../../engines/archive/read-tar.ts'
import { refuse } from '../../../kernel/refuse.ts'
import type { ImageSource, Recognised } from './image-source.ts'
import { inflated, isGzip } from './inflate-bounded.ts'
import { isInstaller, readInstaller } from './read-installer.ts'
import { readTrailer } from './read-trailer.ts'
import { isZip, readZip } from './read-zip.ts'
import { walkTar } from './walk-tar.ts'

const HEAD = 65_536
/** Bytes after which it is known whether a packed file is an archive. */
const SNIFF = 512

/**
 * Determines the kind and the models of an image, from its bytes and then its name. Refuses files that no device could
 * use.
 */
export async function recognise(source: ImageSource, filename: string): Promise<Recognised> {
  if (source.size === 0) throw refuse(errors.empty)
  const head = await source.part(0, HEAD)
  if (/^\s*<(!doctype|html)/i.test(head.toString('latin1', 0, 200))) throw refuse(errors.damaged, { detail: 'HTML' })
  const trailer = await readTrailer(source)
  const found = await readBody({ ...source, size: trailer.start }, head)
  const told: Recognised = { ...found, ...clean(trailer.told ?? {}), ...(trailer.told ? { format: 'sysupgrade' } : {}) }
  return { ...told, version: told.version ?? versionOfName(filename) }
}

async function readBody(source: ImageSource, head: Buffer): Promise<Recognised> {
  if (isZip(head)) return { format: 'zip', ...(await readZip(source)) }
  if (isGzip(head)) return readGzip(source)
  if (isTar(head)) return readTar(source)
  if (isInstaller(head)) return { format: 'onie', ...(await readInstaller(source, head)) }
  if (head.length >= 8 && head.readUInt32BE(0) === 0xd00dfeed) {
    if (head.readUInt32BE(4) > source.size) throw refuse(errors.truncated, { detail: 'FIT' })
    return { format: 'fit' }
  }
  return { format: 'plain' }
}

async function readTar(source: ImageSource): Promise<Recognised> {
  const { sysupgrade, told } = await walkTar(source.stream(0, source.size - 1) as AsyncIterable<Buffer>)
  return { format: sysupgrade ? 'sysupgrade' : 'tar', ...told }
}

async function readGzip(source: ImageSource): Promise<Recognised> {
  const pieces = inflated(source)
  let start = Buffer.alloc(0)
  for (let next = await pieces.next(); !next.done; next = await pieces.next()) {
    start = Buffer.concat([start, next.value])
    if (start.length >= SNIFF) break
  }
  if (isTar(start)) return { format: 'gzip', ...(await walkTar(joined(start, pieces))).told }
  while (!(await pieces.next()).done) continue
  return { format: 'gzip' }
}

async function* joined(start: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield start
  yield* rest
}

const clean = <T extends object>(told: T): Partial<T> =>
  Object.fromEntries(Object.entries(told).filter(([, value]) => value !== undefined)) as Partial<T>

/** `openwrt-23.05.3-ipq807x-eap102-squashfs-sysupgrade.bin` → `23.05.3`. A number without dots is not a version. */
function versionOfName(filename: string): string | undefined {
  const found = versionIn(filename.replace(/\.[a-z]+$/i, ''))
  return found?.includes('.') ? found : undefined
}
