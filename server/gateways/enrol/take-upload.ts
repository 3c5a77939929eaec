import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { mayHold } from '@belvedere/pure/collection/fair-share.ts'
import { withArchiveSemaphore } from '../../engines/archive/archive-semaphore.ts'
import { type UploadAnswer, uploadRequestSubject, uploadSubject, type UploadTaken } from '../../devices/enrol-link.ts'
import { packContent } from '../../base/keys/sealed-content.ts'
import { openVault } from '../../base/keys/vault.ts'
import { answer, HttpRefusal, readBody } from '../../devices/transfer/answer.ts'
import { contentDigest } from './content-digest.ts'
import type { EnrolRequest } from './enrol-request.ts'

const MOST = 64 << 20
/** Bytes of an unpacked archive; a larger one is compared without unpacking. */
const MOST_UNPACKED = 64 << 20
/** Bytes of all running uploads: each is held in memory until it is stored. All teams share this limit. */
const MOST_AT_ONCE = 256 << 20

let held = 0
const heldByTeam = new Map<number, number>()

function hold(team_id: number, bytes: number): void {
  held += bytes
  const mine = (heldByTeam.get(team_id) ?? 0) + bytes
  if (mine > 0) heldByTeam.set(team_id, mine)
  else heldByTeam.delete(team_id)
}

/** A device uploads its configuration to its one-time address. The response is sent after the file is durable. */
export async function takeUpload(requested: EnrolRequest): Promise<void> {
  const owner = await requested.system.bus.request<UploadAnswer>(
    uploadRequestSubject,
    { ticket: requested.rest },
    10_000,
  )
  if (!owner) throw badTicket
  await holding(requested.request, owner.team_id, (bytes) => keep(requested, bytes))
}

async function keep({ system, reply, rest }: EnrolRequest, bytes: Buffer): Promise<void> {
  const { bus, files, config } = system
  if (bytes.length === 0) throw new HttpRefusal(400, { zh: '内容为空', en: 'There is nothing in it' })
  const vault = await openVault(config.data)
  const kept = await compressed(bytes)
  const sealed = await packContent(vault, kept)
  const taken: UploadTaken = {
    ticket: rest,
    file: await files.put(sealed),
    sent_sha256: sha256(bytes),
    content: {
      digest: vault.digest(await withArchiveSemaphore(() => digestOf(bytes)), 'archive'),
      bytes: kept.length,
      sha256: sha256(kept),
      stored: sealed.length,
    },
  }
  if (!(await bus.request<boolean>(uploadSubject, taken, 15_000))) throw badTicket
  answer(reply, 201, { bytes: bytes.length, sha256: taken.sent_sha256 })
}

const badTicket = new HttpRefusal(403, { zh: '链接无效、已使用或已过期', en: 'The link is unknown, used or expired' })
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const isGzip = (bytes: Buffer) => bytes[0] === 0x1f && bytes[1] === 0x8b
const compressed = async (bytes: Buffer) => (isGzip(bytes) ? bytes : promisify(gzip)(bytes))

/** Reads an upload; its bytes count against the limit until it is processed. */
async function holding(
  request: IncomingMessage,
  team_id: number,
  work: (bytes: Buffer) => Promise<void>,
): Promise<void> {
  let mine = 0
  try {
    const whole = await readBody(request, MOST, (bytes) => {
      mine += bytes
      hold(team_id, bytes)
      if (!mayHold({ held, mine: heldByTeam.get(team_id) ?? 0, most: MOST_AT_ONCE }))
        throw new HttpRefusal(503, { zh: '上传过多，请稍后再试', en: 'Too many uploads; try again later' })
    })
    await work(whole)
  } finally {
    hold(team_id, -mine)
  }
}

/** Equal for equal configurations, regardless of how and when they were packed. */
async function digestOf(bytes: Buffer): Promise<string> {
  if (!isGzip(bytes)) return contentDigest(bytes)
  const unpacked = await promisify(gunzip)(bytes, { maxOutputLength: MOST_UNPACKED }).catch(() => undefined)
  return unpacked ? contentDigest(unpacked) : sha256(bytes)
}
