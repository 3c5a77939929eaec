import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { packageSubject } from '../../devices/enrol-link.ts'
import { unpackContent } from '../../base/keys/sealed-content.ts'
import { openVault } from '../../base/keys/vault.ts'
import { HttpRefusal } from '../../devices/transfer/answer.ts'
import { type Range, rangeOf } from './byte-range.ts'
import type { EnrolRequest } from './enrol-request.ts'

/**
 * A device downloads the package of its ticket, any number of times while the ticket is valid, and resumes interrupted downloads.
 * The device checks digest and signature. The part of the path after the ticket is a name for the device's own use.
 */
export async function sendPackage(requested: EnrolRequest): Promise<void> {
  const { system, rest } = requested
  const [ticket = ''] = rest.split('/')
  const found = await system.bus.request<{ file: string; sealed?: boolean } | null>(packageSubject, { ticket }, 10_000)
  const size = found ? await system.files.size(found.file) : undefined
  if (!found || size === undefined) {
    throw new HttpRefusal(403, { zh: '链接无效或已过期', en: 'The link is unknown or expired' })
  }
  if (found.sealed) await sendOpened(requested, found.file)
  else await sendFile(requested, found.file, size)
}

const common = { 'content-type': 'application/octet-stream', 'cache-control': 'no-store' }

/** Encrypted packages are small: they are sent whole. */
async function sendOpened({ system: { config, files }, reply }: EnrolRequest, file: string): Promise<void> {
  const content = await unpackContent(await openVault(config.data), await files.read(file))
  reply.writeHead(200, { ...common, 'content-length': content.length })
  await pipeline(Readable.from([content]), reply).catch(() => reply.destroy())
}

async function sendFile({ system, request, reply }: EnrolRequest, file: string, size: number): Promise<void> {
  const etag = `"${file}"`
  const range = rangeOf(request.headers, size, etag)
  const headers = { ...common, 'accept-ranges': 'bytes', etag }
  if (range === 'none') {
    reply.writeHead(416, { ...headers, 'content-range': `bytes */${size}`, 'content-length': 0 })
    return void reply.end()
  }
  reply.writeHead(range ? 206 : 200, { ...headers, ...lengthOf(range, size) })
  if (request.method === 'HEAD') return void reply.end()
  await pipeline(system.files.stream(file, range), reply).catch(() => reply.destroy())
}

const lengthOf = (range: Range | undefined, size: number) =>
  range
    ? { 'content-length': range.end - range.start + 1, 'content-range': `bytes ${range.start}-${range.end}/${size}` }
    : { 'content-length': size }
