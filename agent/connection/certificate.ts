import { createPublicKey, sign, X509Certificate } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { isObject, type LooseJson, number, text } from '../loose.ts'
import { requestPinned } from './pinned-http.ts'
import { CommandRefusal } from '../refusal.ts'
import type { StateDirectory } from '../files/state-directory.ts'

/** A certificate that has not connected yet; the one in use is kept beside it until then. */
const fresh = 'cert.new.pem'
const longest = 64 * 1024

const waits = (directory: StateDirectory): boolean => existsSync(directory.file(fresh))
const ended = (pem: string): boolean => new X509Certificate(pem).validToDate.getTime() <= Date.now()

/** Accepts a certificate only when it is for this host's key and serial number, and has not expired. */
export function takeCertificate(directory: StateDirectory, { certificate, enrol_port }: LooseJson): void {
  const wrong = new CommandRefusal({
    zh: '证书与本机密钥不符',
    en: 'The certificate does not fit the key of this host',
  })
  const pem = text(certificate, longest) ?? ''
  let made: X509Certificate
  try {
    made = new X509Certificate(pem)
  } catch {
    throw wrong
  }
  const { serial } = directory.read()
  const named = made.subject.split('\n').includes(`CN=${serial}`)
  if (!named || !made.publicKey.equals(createPublicKey(directory.pem('key')))) throw wrong
  if (ended(pem)) throw new CommandRefusal({ zh: '证书已过期', en: 'The certificate has ended already' })
  directory.put(fresh, pem)
  const port = number(enrol_port)
  if (port !== undefined) directory.change({ enrol_port: port })
}

/** The certificate for a connection attempt. */
export interface CertificateChoice {
  readonly cert: string
  /** The connection succeeded: this certificate becomes the one in use. */
  confirm(): void
}

/** Alternates between the new certificate and the former one, until the new one has connected. */
export function chooseCertificate(directory: StateDirectory): () => CertificateChoice {
  let former = false
  return () => {
    const isNew = waits(directory) && !former
    former = isNew
    if (!isNew) return { cert: directory.pem('cert'), confirm: () => {} }
    const cert = directory.pem('cert.new')
    return {
      cert,
      confirm() {
        former = false
        directory.put('cert.pem', cert)
        // another one may have arrived meanwhile
        if (waits(directory) && directory.pem('cert.new') === cert) rmSync(directory.file(fresh))
      },
    }
  }
}

/** Removes everything of an earlier enrolment. */
export function removeFresh(directory: StateDirectory): void {
  rmSync(directory.file(fresh), { force: true })
}

/**
 * Renews the certificate of a host that was offline for longer than its validity: the host proves that it holds the key. Does
 * nothing while the certificate is valid. Throws when the server refuses.
 */
export async function renewEnded(directory: StateDirectory): Promise<void> {
  const { server: host, enrol_port: port, pin, server_name: serverName } = directory.read()
  const certificate = directory.pem('cert')
  if (port === undefined || !ended(certificate) || (waits(directory) && !ended(directory.pem('cert.new')))) return
  const peer = { host, port, pin, serverName, ca: directory.pem('ca') }
  const ask = async (content: LooseJson): Promise<LooseJson> => {
    const body = Buffer.from(JSON.stringify({ certificate, ...content }))
    const request = { method: 'POST', path: '/renew', body, type: 'application/json', max: longest } as const
    const { status, body: answer } = await requestPinned(peer, { ...request, timeout: 30_000 })
    const read: unknown = JSON.parse(answer.toString('utf8'))
    if (status === 200 && isObject(read)) return read
    const reason = (isObject(read) && text(read.msg, 300)) || `HTTP ${status}`
    throw new CommandRefusal(
      { zh: '证书已过期，服务器拒绝续期：{reason}', en: 'The certificate has ended and is not renewed: {reason}' },
      { reason },
    )
  }
  const { challenge } = await ask({})
  const proof = sign('sha256', Buffer.from(`belvedere renewal ${String(challenge)}`), directory.pem('key'))
  takeCertificate(directory, await ask({ challenge, proof: proof.toString('base64') }))
}
