import { createPublicKey, verify } from 'node:crypto'
import { type EnrolAnswer, type HostEnrolRequest, enrolSubject } from '../../devices/enrol-link.ts'
import { answer, HttpRefusal, readBody } from '../../devices/transfer/answer.ts'
import type { EnrolRequest } from './enrol-request.ts'

const MOST = 16_384

interface EnrolBody {
  token: string
  public_key: string
  serial: string
  hostname: string
  proof: string
}

/** A host with a token gets a certificate for a key after it proves possession of that key. */
export async function enrolHost({ system, request, reply, address }: EnrolRequest): Promise<void> {
  const body = parse(await readBody(request, MOST))
  if (!provesKey(body)) throw new HttpRefusal(400, { zh: '密钥证明无效', en: 'The proof of the key does not hold' })
  const { token, public_key, serial, hostname } = body
  const ask: HostEnrolRequest = { token, public_key, serial, hostname, address }
  const said = await system.bus.request<EnrolAnswer>(enrolSubject, ask, 15_000)
  if ('refused' in said) answer(reply, 403, { msg: said.refused, ...(said.key && { key: said.key }) }, true)
  else answer(reply, 200, said)
}

function parse(bytes: Buffer): EnrolBody {
  const wrong = new HttpRefusal(400, { zh: '请求内容无效', en: 'The request makes no sense' })
  let read: unknown
  try {
    read = JSON.parse(bytes.toString('utf8'))
  } catch {
    throw wrong
  }
  if (typeof read !== 'object' || read === null) throw wrong
  const { token, public_key, serial, hostname = '', proof } = read as Record<string, unknown>
  const texts = [token, public_key, serial, hostname, proof]
  if (!texts.every((text) => typeof text === 'string' && text.length <= 4096)) throw wrong
  const [shortToken, key, number, name, signature] = texts as [string, string, string, string, string]
  return {
    token: shortToken.slice(0, 200),
    public_key: key,
    serial: number.slice(0, 64),
    hostname: plain(name),
    proof: signature,
  }
}

const plain = (name: string) => name.replace(/[^\p{L}\p{N}._ -]/gu, '').slice(0, 64)

/** ECDSA with SHA-256 over the token: the sender of a public key must hold the private key. */
function provesKey({ public_key, token, proof }: EnrolBody): boolean {
  try {
    const key = createPublicKey(public_key)
    return verify('sha256', Buffer.from(token), key, Buffer.from(proof, 'base64'))
  } catch {
    return false
  }
}
