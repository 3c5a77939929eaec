import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Words } from '@belvedere/contract/kit/text.ts'

/** A refusal; the language of the reader is unknown on a host, so both are sent. */
export class HttpRefusal extends Error {
  readonly status: number
  readonly words: Words

  constructor(status: number, words: Words) {
    super(words.en)
    this.status = status
    this.words = words
  }
}

/** `close`: the rest of the request is not read. */
export function answer(reply: ServerResponse, status: number, body: object, close = false): void {
  if (reply.headersSent || reply.destroyed) return void reply.destroy()
  const text = JSON.stringify(body)
  reply.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
    ...(close ? { connection: 'close' } : {}),
  })
  reply.end(text)
}

/** ms without progress of a body; and the minimum average of bytes a second after an initial time. */
const STALL = 15_000
const GRACE = 15_000
const LEAST_RATE = 1024

const tooSlow = new HttpRefusal(408, { zh: '上传过慢', en: 'The upload is too slow' })

/** The whole body; refuses more than `most` bytes before reading them. `charge` may refuse each piece. */
export async function readBody(
  request: IncomingMessage,
  most: number,
  charge?: (bytes: number) => void,
): Promise<Buffer> {
  const tooLarge = new HttpRefusal(413, { zh: '内容过大', en: 'The content is too large' })
  if (Number(request.headers['content-length'] ?? 0) > most) throw tooLarge
  const pieces: Buffer[] = []
  let size = 0
  const began = performance.now()
  const cut = () => request.destroy()
  let still = setTimeout(cut, STALL)
  try {
    for await (const piece of request as AsyncIterable<Buffer>) {
      clearTimeout(still)
      size += piece.length
      if (size > most) throw tooLarge
      charge?.(piece.length)
      pieces.push(piece)
      const left = GRACE + (size / LEAST_RATE) * 1000 - (performance.now() - began)
      if (left < 0) throw tooSlow
      still = setTimeout(cut, Math.min(STALL, left))
    }
  } finally {
    clearTimeout(still)
  }
  return Buffer.concat(pieces)
}
