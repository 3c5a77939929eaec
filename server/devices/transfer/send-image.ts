import { pipeline } from 'node:stream/promises'
import { HttpRefusal } from './answer.ts'
import { type ImageRequest, imageSentSubject, imageSubject } from './link.ts'
import type { TransferRequest } from './transfer-request.ts'

/** ms without progress, and ms for the whole image. A device itself waits ten minutes. */
const STALL = 60_000
const WHOLE = 1_800_000

/** Sends the image of a link: completely once; an interrupted transfer may be restarted a few times. */
export async function sendImage({ system, reply, rest, plain }: TransferRequest): Promise<void> {
  const { bus, files } = system
  const [ticket = ''] = rest.split('/')
  const ask: ImageRequest = { ticket, plain }
  const found = ticket.length > 200 ? null : await bus.request<{ file: string } | null>(imageSubject, ask, 10_000)
  const size = found ? await files.size(found.file) : undefined
  if (!found || size === undefined)
    throw new HttpRefusal(403, { zh: '链接无效、已使用或已过期', en: 'The link is unknown, used or expired' })
  reply.socket?.setTimeout(STALL, () => reply.destroy())
  const whole = setTimeout(() => reply.destroy(), WHOLE)
  reply.writeHead(200, {
    'content-type': 'application/octet-stream',
    'content-length': size,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    connection: 'close',
  })
  try {
    await pipeline(files.stream(found.file), reply)
    await bus.request(imageSentSubject, { ticket }, 10_000)
  } catch {
    // it was interrupted, or its end is unknown: the device may retry
    reply.destroy()
  } finally {
    clearTimeout(whole)
  }
}
