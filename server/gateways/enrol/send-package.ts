import { pipeline } from 'node:stream/promises'
import { packageSubject } from '../../kernel/enrol-link.ts'
import { HttpRefusal } from './answer.ts'
import type { Asked } from './listener.ts'

/** A device gets the package its ticket stands for; it checks digest and signature itself. */
export async function sendPackage({ system, reply, rest }: Asked): Promise<void> {
  const found = await system.bus.request<{ file: string } | null>(packageSubject, { ticket: rest }, 10_000)
  if (!found || !(await system.files.has(found.file))) {
    throw new HttpRefusal(403, { zh: '链接无效或已过期', en: 'The link is unknown or expired' })
  }
  reply.writeHead(200, { 'content-type': 'application/octet-stream', 'cache-control': 'no-store' })
  await pipeline(system.files.stream(found.file), reply).catch(() => reply.destroy())
}
