import { deflateSync, inflate, inflateSync } from 'node:zlib'

/** Up to this size a message is decompressed synchronously: passing it to another thread costs more than the work. */
const AT_ONCE_IN = 32 * 1024
const AT_ONCE_OUT = 512 * 1024

export type FrameParams = Record<string, unknown>
/** `bytes` is the decompressed size: the rate limit uses it. */
export interface Inflated {
  params: FrameParams | undefined
  bytes: number
}

/**
 * Expands `compress_64`: base64 of a zlib stream of the actual params. No params: not readable, or larger than `limit` when
 * decompressed. `compress_sz` is ignored, since devices send wrong values. Small messages are decompressed synchronously.
 */
export function inflateParams(text: string, limit: number): Inflated | Promise<Inflated> {
  const packed = Buffer.from(text, 'base64')
  const small = packed.length <= AT_ONCE_IN ? tryAtOnce(packed, Math.min(AT_ONCE_OUT, limit)) : undefined
  if (small) return parsed(small)
  return new Promise((resolve) => {
    inflate(packed, { maxOutputLength: limit }, (error, plain) =>
      resolve(error ? { params: undefined, bytes: limit } : parsed(plain)),
    )
  })
}

/** Undefined also for invalid data: the asynchronous path will report it. */
function tryAtOnce(packed: Buffer, limit: number): Buffer | undefined {
  try {
    return inflateSync(packed, { maxOutputLength: limit })
  } catch {
    return undefined
  }
}

function parsed(plain: Buffer): Inflated {
  const bytes = plain.length
  try {
    const params: unknown = JSON.parse(plain.toString())
    const good = typeof params === 'object' && params !== null && !Array.isArray(params)
    return { params: good ? (params as FrameParams) : undefined, bytes }
  } catch {
    return { params: undefined, bytes }
  }
}

/** The compressed form of params, for devices that announced `compress_cmd`. `compress_sz` is exact: they size a buffer by it. */
export function deflateParams(params: FrameParams): FrameParams {
  const plain = Buffer.from(JSON.stringify(params))
  return { compress_64: deflateSync(plain).toString('base64'), compress_sz: plain.length }
}
