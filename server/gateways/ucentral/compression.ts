import { deflateSync, inflate, inflateSync } from 'node:zlib'

/** Up to here a message is inflated at once: a hop to another thread costs more than the work. */
const AT_ONCE_IN = 32 * 1024
const AT_ONCE_OUT = 512 * 1024

export type FrameParams = Record<string, unknown>
/** `bytes` is what it grew to: the work it made is counted by that. */
export interface Inflated {
  params: FrameParams | undefined
  bytes: number
}

/**
 * Puts back what `compress_64` stands for: base64 of a zlib stream of the real params. No params: not readable, or larger
 * than `limit` when inflated. `compress_sz` is not looked at, devices get it wrong. Small ones are done at once.
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

/** Undefined also for a stream that is no stream: the slow way will say so again. */
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

/** The compressed form of params, for devices that said `compress_cmd`. `compress_sz` is exact: they size a buffer by it. */
export function deflateParams(params: FrameParams): FrameParams {
  const plain = Buffer.from(JSON.stringify(params))
  return { compress_64: deflateSync(plain).toString('base64'), compress_sz: plain.length }
}
