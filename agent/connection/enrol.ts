import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
  X509Certificate,
} from 'node:crypto'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { hostname } from 'node:os'
import { removeFresh } from './certificate.ts'
import { hardwareMac } from '../facts/host.ts'
import { isObject, text } from '../loose.ts'
import { requestPinned } from './pinned-http.ts'
import { CommandRefusal } from '../refusal.ts'
import type { StateDirectory } from '../files/state-directory.ts'

export interface Enrolment {
  server: string
  /** Address at which the token is exchanged for a certificate. */
  enrolPort: number
  /** Address for connections after enrolment. */
  port: number
  pin: string
  token: string
  /** Enrol again although the folder holds an identity. */
  force?: boolean
}

const longestAnswer = 256 * 1024

/**
 * Creates a key on this host, or uses the existing one, exchanges the one-time token for a certificate, and stores both. The key
 * never leaves the host; a signature proves possession. Returns the serial number.
 */
export async function enrol(directory: StateDirectory, how: Enrolment): Promise<string> {
  if (directory.enrolled && !how.force) {
    const { serial, server } = directory.read()
    throw new CommandRefusal(
      {
        zh: '本机已注册到 {server}（{serial}）；要重新注册请加 --force',
        en: 'This host is already enrolled at {server} as {serial}; add --force to enrol again',
      },
      { server, serial },
    )
  }
  const { privateKey, answer } = await exchangeFor(directory, how)
  const identity = checked(answer, createPublicKey(privateKey))
  directory.put('key.pem', pemOf(privateKey))
  rmSync(directory.file(waiting), { force: true })
  removeFresh(directory)
  directory.put('cert.pem', identity.certificate)
  directory.put('ca.pem', identity.ca)
  const { serial, signing_key, server_name, pin = how.pin } = identity
  const { server, port, enrolPort: enrol_port } = how
  directory.put(
    'agent.json',
    `${JSON.stringify({ serial, server, port, enrol_port, pin, server_name, signing_key }, null, 2)}\n`,
  )
  return serial
}

/** A key that the owner of the device must accept first; the next enrolment uses the same key. */
const waiting = 'key.waiting.pem'

const pemOf = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' })
const newKey = () => generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey

/**
 * Uses the pending key, else the existing one, so that the server recognizes the host. A key that the server no longer accepts is
 * replaced by a new one.
 */
async function exchangeFor(
  directory: StateDirectory,
  how: Enrolment,
): Promise<{ privateKey: KeyObject; answer: unknown }> {
  const there = ([waiting, 'key.pem'] as const).find((name) => existsSync(directory.file(name)))
  const known = there && readKey(directory, there)
  if (known) {
    try {
      return { privateKey: known, answer: await exchange(how, known) }
    } catch (error) {
      if (!(error instanceof KeyRefusal) || error.key !== 'revoked') throw error
    }
  }
  const privateKey = newKey()
  try {
    return { privateKey, answer: await exchange(how, privateKey) }
  } catch (error) {
    if (error instanceof KeyRefusal && error.key === 'waits') directory.put(waiting, pemOf(privateKey))
    throw error
  }
}

function readKey(directory: StateDirectory, name: string): KeyObject | undefined {
  try {
    return createPrivateKey(readFileSync(directory.file(name)))
  } catch {
    return undefined
  }
}

/** The server refused because of the key: it waits for the owner's approval, or is rejected permanently. */
class KeyRefusal extends CommandRefusal {
  readonly key: string | undefined

  constructor(reason: string, key: string | undefined) {
    super({ zh: '服务器拒绝注册：{reason}', en: 'The server refused: {reason}' }, { reason })
    this.key = key
  }
}

async function exchange(how: Enrolment, privateKey: KeyObject): Promise<unknown> {
  const publicKey = createPublicKey(privateKey)
  const body = {
    token: how.token,
    public_key: publicKey.export({ type: 'spki', format: 'pem' }),
    serial: (await hardwareMac())?.replaceAll(':', '') ?? randomSerial(),
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
  const { status, body: answer } = await requestPinned(peer, { ...ask, max: longestAnswer, timeout: 30_000 })
  const read = parsed(answer)
  if (status === 200) return read
  const reason = (isObject(read) && text(read.msg, 300)) || `HTTP ${status}`
  throw new KeyRefusal(reason, isObject(read) ? text(read.key, 16) : undefined)
}

function parsed(answer: Buffer): unknown {
  try {
    return JSON.parse(answer.toString('utf8'))
  } catch {
    return undefined
  }
}

/** A locally administered unicast address, for hosts without a network card. */
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
  /** Pin of the certificate for clients that request `server_name`; absent: the pin of enrolment. */
  pin?: string
}

/** Accepts the response only when the certificate is for our key and contains the serial number of the response. */
function checked(answer: unknown, publicKey: KeyObject): Identity {
  const wrong = new CommandRefusal({
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
