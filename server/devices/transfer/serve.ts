import type { IncomingMessage, ServerResponse } from 'node:http'
import { placeOf } from '../../base/edge/address.ts'
import type { System } from '../../kernel/implement.ts'
import type { RateLimiter } from '../../base/edge/rate.ts'
import { isPeerGone } from '../../kernel/database/recognise-error.ts'
import { answer, HttpRefusal } from './answer.ts'
import { sendImage } from './send-image.ts'
import { takeCapture } from './take-capture.ts'
import type { TransferRequest } from './transfer-request.ts'

interface OneTimePath {
  readonly method: string
  readonly path: string
  /** Requests a minute from one address: a site's devices share the address of its line. */
  readonly perMinute: number
  take(requested: TransferRequest): Promise<void>
}

/** All one-time paths start with this. */
export const transferBase = '/transfer/'
/** Identifies this server, so that an installation can test its own public address. */
export const herePath = `${transferBase}here`
export const hereText = 'one-time links'
export const imagePath = `${transferBase}image/`
export const capturePath = `${transferBase}capture/`

/**
 * One-time paths for devices, in both directions: of the file port without TLS, and of the console's port where that has a public
 * certificate. Everything served here must be safe for any client that knows the address.
 */
const paths: readonly OneTimePath[] = [
  { method: 'GET', path: herePath, perMinute: 60, take: sayHere },
  { method: 'GET', path: imagePath, perMinute: 1200, take: sendImage },
  { method: 'POST', path: capturePath, perMinute: 120, take: takeCapture },
]

async function sayHere({ reply }: TransferRequest): Promise<void> {
  reply.writeHead(200, { 'content-type': 'text/plain', 'cache-control': 'no-store' })
  reply.end(hereText)
}

export interface Comes {
  readonly address: string
  readonly plain: boolean
}

/** Answers one request; never throws. Any other path is 404. */
export async function serveOneTime(
  system: System,
  rate: RateLimiter,
  [request, reply]: readonly [IncomingMessage, ServerResponse],
  { address, plain }: Comes,
): Promise<void> {
  const path = (request.url ?? '').split('?')[0] ?? ''
  try {
    const found = paths.find(
      (one) =>
        one.method === request.method && (one.path.endsWith('/') ? path.startsWith(one.path) : path === one.path),
    )
    if (!found) throw new HttpRefusal(404, { zh: '没有这个地址', en: 'There is nothing at this address' })
    if (rate(`${found.path} ${placeOf(address)}`, found.perMinute))
      throw new HttpRefusal(429, { zh: '请求过于频繁，请稍后再试', en: 'Too many requests; try again later' })
    await found.take({ system, request, reply, rest: path.slice(found.path.length), plain })
  } catch (error) {
    refuse(system, reply, error)
  }
}

function refuse({ log }: System, reply: ServerResponse, error: unknown): void {
  if (error instanceof HttpRefusal)
    return answer(reply, error.status, { msg: `${error.words.zh} / ${error.words.en}` }, true)
  if (isPeerGone(error)) return void reply.destroy()
  log.error({ error: String((error as Error)?.stack ?? error) }, 'one-time paths')
  answer(reply, 503, { msg: '服务暂不可用 / not available at the moment' }, true)
}
