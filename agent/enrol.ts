import { createPublicKey, generateKeyPairSync, type KeyObject, randomBytes, sign, X509Certificate } from 'node:crypto'
import { hostname } from 'node:os'
import { hardwareSerial } from './facts/host.ts'
import { isObject, text } from './loose.ts'
import { askPinned } from './pinned-http.ts'
import { Refusal } from './refusal.ts'
import type { StateDirectory } from './state-directory.ts'

export interface Enrolment {
  server: string
  /** Where the token is exchanged for a certificate. */
  enrolPort: number
  /** Where the agent dials from then on. */
  port: number
  pin: string
  token: string
  /** Enrol again although the folder holds an identity. */
  force?: boolean
}

const longestAnswer = 256 * 1024

/**
 * Makes a key on this host, exchanges the one-time token for a certificate, and keeps both. The key never leaves the
 * host; the proof shows that we hold it. Answers the serial number.
 */
export async function enrol(directory: StateDirectory, how: Enrolment): Promise<string> {
  if (directory.enrolled && !how.force) {
    const { serial, server } = directory.read()
    throw new Refusal(
      {
        zh: '本机已注册到 {server}（{serial}）；要重新注册请加 --force',
        en: 'This host is already enrolled at {server} as {serial}; add --force to enrol again',
      },
      { server, serial },
    )
  }
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const answer = await exchange(how, publicKey, privateKey)
  const identity = checked(answer, publicKey)
  directory.put('key.pem', privateKey.export({ type: 'pkcs8', format: 'pem' }))
  directory.put('cert.pem', identity.certificate)
  directory.put('ca.pem', identity.ca)
  const { serial, signing_key, server_name, pin = how.pin } = identity
  const { server, port } = how
  directory.put('agent.json', `${JSON.stringify({ serial, server, port, pin, server_name, signing_key }, null, 2)}\n`)
  return serial
}

async function exchange(how: Enrolment, publicKey: KeyObject, privateKey: KeyObject): Promise<unknown> {
  const body = {
    token: how.token,
    public_key: publicKey.export({ type: 'spki', format: 'pem' }),
    serial: (await hardwareSerial()) ?? randomSerial(),
    hostname: hostname().slice(0, 255),
    proof: sign('sha256', Buffer.from(how.token), privateKey).toString('base64'),
  }
  const peer = { host: how.server, port: how.enrolPort, pin: how.pin }
  const ask = {
    method: 'POST',
    path: '/enrol',
    body: Buffer.from(JSON.stringify(body)),
    type: 'application/json',
  } as const
  const { status, body: answer } = await askPinned(peer, { ...ask, max: longestAnswer, timeout: 30_000 })
  const read = parsed(answer)
  if (status === 200) return read
  const reason = (isObject(read) && text(read.msg, 300)) || `HTTP ${status}`
  throw new Refusal({ zh: '服务器拒绝注册：{reason}', en: 'The server refused: {reason}' }, { reason })
}

function parsed(answer: Buffer): unknown {
  try {
    return JSON.parse(answer.toString('utf8'))
  } catch {
    return undefined
  }
}

/** A locally administered unicast address, for hosts without a network card of their own. */
function randomSerial(): string {
  const bytes = randomBytes(6)
  bytes[0] = ((bytes[0] ?? 0) & 0xfc) | 0x02
  return bytes.toString('hex')
}

interface Identity {
  certificate: string
  ca: string
  serial: string
  signing_key: string
  server_name?: string
  /** Of the certificate shown to who asks for `server_name`; absent: the one enrolled with. */
  pin?: string
}

/** Believes the answer only when the certificate is for our key and carries the serial number it names. */
function checked(answer: unknown, publicKey: KeyObject): Identity {
  const wrong = new Refusal({
    zh: '服务器返回的注册信息无效',
    en: 'The server answered with an enrolment that makes no sense',
  })
  if (!isObject(answer)) throw wrong
  const { certificate, ca, serial, signing_key } = answer
  if (typeof certificate !== 'string' || typeof ca !== 'string' || typeof signing_key !== 'string') throw wrong
  if (typeof serial !== 'string' || !/^[0-9a-f]{12}$/.test(serial)) throw wrong
  try {
    const own = new X509Certificate(certificate)
    const named = own.subject.split('\n').includes(`CN=${serial}`)
    if (!named || !own.publicKey.equals(publicKey)) throw wrong
    if (createPublicKey(signing_key).asymmetricKeyType !== 'ed25519' || !new X509Certificate(ca).ca) throw wrong
  } catch {
    throw wrong
  }
  return { certificate, ca, serial, signing_key, server_name: text(answer.server_name), pin: text(answer.pin) }
}
