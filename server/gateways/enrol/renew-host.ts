import { createHmac, randomBytes, timingSafeEqual, verify, X509Certificate } from 'node:crypto'
import { type CertificateAnswer, type CertificateRequest, certificateSubject } from '../../devices/enrol-link.ts'
import { answer, HttpRefusal, readBody } from '../../devices/transfer/answer.ts'
import type { EnrolRequest } from './enrol-request.ts'

const MOST = 32_768
const DAY = 86_400_000
/** A certificate that expired longer ago needs a new enrolment; a valid one is renewed over the open connection. */
const ENDED = 180 * DAY
const LASTS = 30 * DAY
/** Milliseconds for the response to a challenge. */
const CHALLENGE = 60_000
/** Challenges are valid in this process only; a request to another process gets a new challenge. */
const secret = randomBytes(32)

const wrong = { zh: '请求内容无效', en: 'The request makes no sense' }
const unproven = { zh: '密钥证明无效', en: 'The proof of the key does not hold' }
const foreign = { zh: '不是本平台签发的设备证书', en: 'Not a device certificate issued by this platform' }
const tooOld = { zh: '证书过期太久，请重新注册主机', en: 'The certificate expired too long ago; enrol the host again' }
const tooEarly = { zh: '证书尚未到续期时间', en: 'The certificate is not due yet' }

/**
 * Renews the certificate of a host that expired while it was offline. A request with the certificate alone gets a challenge. A
 * request with the challenge signed by the key of that certificate gets a new certificate for the same key. The device room
 * decides whether the key is still valid.
 */
export async function renewHost({ system, pki, request, reply }: EnrolRequest): Promise<void> {
  const { certificate: pem, challenge, proof } = parse(await readBody(request, MOST))
  const certificate = ours(pem, pki)
  const now = system.now() * 1000
  if (challenge === undefined || proof === undefined) return answer(reply, 200, { challenge: makeChallenge(now) })
  const { publicKey } = certificate
  if (!isFresh(challenge, now) || !proves(publicKey, challenge, proof)) throw new HttpRefusal(400, unproven)
  const left = certificate.validToDate.getTime() - now
  if (left < -ENDED) throw new HttpRefusal(403, tooOld)
  if (left > LASTS) throw new HttpRefusal(403, tooEarly)
  const ask: CertificateRequest = {
    serial: /^CN=(.*)$/m.exec(certificate.subject)?.[1] ?? '',
    public_key: publicKey.export({ type: 'spki', format: 'pem' }) as string,
  }
  const made = await system.bus.request<CertificateAnswer>(certificateSubject, ask, 15_000)
  if ('refused' in made) answer(reply, 403, { msg: made.refused }, true)
  else answer(reply, 200, { certificate: made.certificate })
}

interface RenewBody {
  certificate: string
  challenge: string | undefined
  proof: string | undefined
}

function parse(bytes: Buffer): RenewBody {
  let read: unknown
  try {
    read = JSON.parse(bytes.toString('utf8'))
  } catch {
    throw new HttpRefusal(400, wrong)
  }
  const { certificate, challenge, proof } = (read ?? {}) as Record<string, unknown>
  const textOf = (value: unknown) => (typeof value === 'string' && value.length <= 16_384 ? value : undefined)
  const pem = textOf(certificate)
  if (pem === undefined) throw new HttpRefusal(400, wrong)
  return { certificate: pem, challenge: textOf(challenge), proof: textOf(proof) }
}

function ours(pem: string, pki: EnrolRequest['pki']): X509Certificate {
  let certificate: X509Certificate
  try {
    certificate = new X509Certificate(pem)
  } catch {
    throw new HttpRefusal(400, wrong)
  }
  if (!pki.signedDevice(certificate)) throw new HttpRefusal(403, foreign)
  return certificate
}

const seal = (at: string) => createHmac('sha256', secret).update(at).digest()

function makeChallenge(now: number): string {
  const at = `${now}.${randomBytes(12).toString('base64url')}`
  return `${at}.${seal(at).toString('base64url')}`
}

function isFresh(challenge: string, now: number): boolean {
  const end = challenge.lastIndexOf('.')
  const at = challenge.slice(0, end)
  const given = Buffer.from(challenge.slice(end + 1), 'base64url')
  const made = seal(at)
  const age = now - Number(at.split('.')[0])
  return given.length === made.length && timingSafeEqual(given, made) && age >= 0 && age <= CHALLENGE
}

function proves(key: X509Certificate['publicKey'], challenge: string, proof: string): boolean {
  try {
    return verify('sha256', Buffer.from(`belvedere renewal ${challenge}`), key, Buffer.from(proof, 'base64'))
  } catch {
    return false
  }
}
