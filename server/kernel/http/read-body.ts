import querystring from 'node:querystring'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import qs from 'qs'
import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import { bodyBoundsOf, type CallSpec } from '@belvedere/contract/kit/define-calls.ts'
import type { Files } from '../../base/files/files.ts'
import type { Upload } from '../implement.ts'
import { refuse } from '../refuse.ts'

export const MAX_FIELDS = 500
/** Bytes of one field of a form, and of the boundaries and headers between its parts. */
const MAX_FIELD = 1 << 20
const FRAMING = 64 << 10

/** Where large uploads go. */
export interface UploadStore {
  readonly files: Files
  readonly most: number
}

/** The bounds of a body: bytes of input, files, bytes of each, bytes in all, and of these in memory. */
export interface Bounds {
  readonly input: number
  readonly files: number
  readonly bytes: number
  readonly most: number
  readonly held: number
}

export function boundsOf(spec: CallSpec, store: UploadStore): Bounds {
  const { input, files, bytes } = bodyBoundsOf(spec)
  const each = spec.stores ? store.most : bytes
  const held = input + (spec.stores ? 0 : files * each)
  return { input, files, bytes: each, held, most: input + files * each + FRAMING }
}

/** Brackets (`ids[]=1`, `nav[0][slug]=a`) need the larger parser; all other text the fast one. */
export function parseText(text: string): Record<string, unknown> {
  return /\[|%5B/i.test(text)
    ? (qs.parse(text, { depth: 4, arrayLimit: 10_000, parameterLimit: 20_000 }) as Record<string, unknown>)
    : { ...querystring.parse(text, '&', '=', { maxKeys: MAX_FIELDS }) }
}

/** Fields and files of a multipart form, within the bounds of its call. With a store, files are streamed to disk. */
export async function readParts(
  request: FastifyRequest,
  { input, files, bytes, most }: Bounds,
  store: UploadStore | undefined,
): Promise<{ fields: unknown; uploads: Upload[] }> {
  const text = new URLSearchParams()
  const uploads: Upload[] = []
  let left = input
  let came = 0
  // a body without a content length is aborted at the bound
  request.raw.on('data', (piece: Buffer) => {
    came += piece.length
    if (came > most) request.raw.destroy()
  })
  try {
    const limits = { files, fileSize: bytes, fieldSize: Math.min(MAX_FIELD, input) }
    for await (const part of request.parts({ limits })) {
      if (part.type === 'file') uploads.push(await (store ? storePart(part, store) : holdPart(part)))
      else {
        const value = String(part.value)
        left -= part.fieldname.length + value.length
        if (left < 0 || part.valueTruncated) throw refuse(commonErrors.tooLarge)
        text.append(part.fieldname, value)
      }
    }
  } catch (error) {
    for (const { taken } of uploads) await taken?.drop()
    throw files === 0 && (error as { code?: string }).code === 'FST_FILES_LIMIT' ? refuse(commonErrors.noFiles) : error
  }
  return { fields: parseText(text.toString()), uploads }
}

async function holdPart(part: MultipartFile): Promise<Upload> {
  const { fieldname: field, filename, mimetype: mime } = part
  return { field, filename, mime, bytes: await part.toBuffer() }
}

async function storePart(part: MultipartFile, { files, most }: UploadStore): Promise<Upload> {
  const { fieldname: field, filename, mimetype: mime, file } = part
  const taken = await files.take(file, most)
  // a file truncated at the limit looks complete
  if (!taken || file.truncated) {
    await taken?.drop()
    throw refuse(commonErrors.tooLarge)
  }
  return { field, filename, mime, bytes: Buffer.alloc(0), taken }
}
