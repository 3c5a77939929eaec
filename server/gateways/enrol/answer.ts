import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Words } from '@belvedere/contract/kit/text.ts'

/** A clear no; on a host nobody knows the reader's language, so both are sent. */
export class HttpRefusal extends Error {
  readonly status: number
  readonly words: Words

  constructor(status: number, words: Words) {
    super(words.en)
    this.status = status
    this.words = words
  }
}

/** `close`: the rest of the request is not wanted. */
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
  for await (const piece of request as AsyncIterable<Buffer>) {
    size += piece.length
    if (size > most) throw tooLarge
    charge?.(piece.length)
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}
