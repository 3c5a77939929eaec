import { mayHold } from '@belvedere/pure/collection/fair-share.ts'
import { openVault } from '../../base/keys/vault.ts'
import { answer, HttpRefusal, readBody } from './answer.ts'
import { type CaptureAnswer, captureRequestSubject, capturePurpose, captureSubject, type CaptureTaken } from './link.ts'
import type { TransferRequest } from './transfer-request.ts'

/** Bytes of the file, and of the form around it. */
const MOST = 10 << 20
const FORM = 16 << 10
/** Bytes of all running uploads, held in memory; shared between teams. */
const MOST_AT_ONCE = 96 << 20

let held = 0
const heldByTeam = new Map<number, number>()

const badTicket = new HttpRefusal(403, { zh: '链接无效、已使用或已过期', en: 'The link is unknown, used or expired' })
const notOurs = new HttpRefusal(400, { zh: '不是抓包文件', en: 'This is not a packet capture' })

/** A device posts a capture once, as a form with the file in `data`. It is sealed before it is stored. */
export async function takeCapture({ system, request, reply, rest }: TransferRequest): Promise<void> {
  const { bus } = system
  const owner =
    rest.length > 200 ? null : await bus.request<CaptureAnswer>(captureRequestSubject, { ticket: rest }, 10_000)
  if (!owner) throw badTicket
  const { team_id, capture_id } = owner
  let mine = 0
  try {
    const body = await readBody(request, MOST + FORM, (bytes) => {
      mine += bytes
      hold(team_id, bytes)
      if (!mayHold({ held, mine: heldByTeam.get(team_id) ?? 0, most: MOST_AT_ONCE }))
        throw new HttpRefusal(503, { zh: '上传过多，请稍后再试', en: 'Too many uploads; try again later' })
    })
    const bytes = await fileIn(body, request.headers['content-type'] ?? '')
    const vault = await openVault(system.config.data)
    const file = await system.files.put(vault.sealBytes(bytes, capturePurpose(capture_id)))
    const taken: CaptureTaken = { ticket: rest, file, bytes: bytes.length }
    if (!(await bus.request<boolean>(captureSubject, taken, 15_000))) throw badTicket
    answer(reply, 200, { bytes: bytes.length })
  } finally {
    hold(team_id, -mine)
  }
}

function hold(team_id: number, bytes: number): void {
  held += bytes
  const mine = (heldByTeam.get(team_id) ?? 0) + bytes
  if (mine > 0) heldByTeam.set(team_id, mine)
  else heldByTeam.delete(team_id)
}

/** The file of the form; refuses a form without one, and other files. */
async function fileIn(body: Buffer, type: string): Promise<Buffer> {
  if (!/^multipart\/form-data;/i.test(type) || type.length > 256) throw notOurs
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } })
    .formData()
    .catch(() => undefined)
  const data = form?.get('data')
  if (!(data instanceof Blob) || data.size > MOST) throw notOurs
  const bytes = Buffer.from(await data.arrayBuffer())
  if (!isCapture(bytes)) throw notOurs
  return bytes
}

/** The magic numbers of pcap files of both byte orders and resolutions, and of pcapng. */
const signs = ['d4c3b2a1', 'a1b2c3d4', '4d3cb2a1', 'a1b23c4d', '0a0d0d0a']

const isCapture = (bytes: Buffer) => bytes.length >= 24 && signs.includes(bytes.toString('hex', 0, 4))
