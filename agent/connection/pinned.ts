import { createHash, X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import { connect, type TLSSocket } from 'node:tls'
import { CommandRefusal } from '../refusal.ts'

export interface PinnedPeer {
  host: string
  port: number
  /** Base64 of the SHA-256 of the peer's public key (SPKI, DER), as curl's --pinnedpubkey takes it after `sha256//`. */
  pin: string
  /** Also require a chain to this authority. Absent only during enrolment, when only the pin is known. */
  ca?: string
  /** The client's own certificate. */
  cert?: string
  key?: string
  serverName?: string
  /** Milliseconds for TCP and TLS together. */
  timeout?: number
}

/** The pin of a certificate (DER). */
export function pinOf(certificate: Buffer): string {
  const spki = new X509Certificate(certificate).publicKey.export({ type: 'spki', format: 'der' })
  return createHash('sha256').update(spki).digest('base64')
}

/**
 * A TLS connection to exactly the pinned key; no data is sent before the pin was checked. With `ca` the chain must be valid as
 * well. Host names are not compared, since the key itself is. Throws a Refusal or the error of the socket.
 */
export function connectPinned(peer: PinnedPeer): Promise<TLSSocket> {
  const { host, port, ca, cert, key, serverName, timeout = 15_000 } = peer
  const name = serverName ?? host
  const socket = connect({
    host,
    port,
    ca,
    cert,
    key,
    minVersion: 'TLSv1.2',
    ALPNProtocols: ['http/1.1'],
    servername: isIP(name) ? undefined : name,
    rejectUnauthorized: ca !== undefined,
    checkServerIdentity: () => undefined,
  })
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => {
      clearTimeout(timer)
      socket.destroy()
      reject(error)
    }
    const late = () =>
      fail(new CommandRefusal({ zh: '连接 {host}:{port} 超时', en: 'No answer from {host}:{port}' }, { host, port }))
    const timer = setTimeout(late, timeout)
    socket.once('error', fail)
    socket.once('secureConnect', () => {
      const wrong = mismatch(socket, peer)
      if (wrong) return fail(wrong)
      clearTimeout(timer)
      socket.off('error', fail)
      resolve(socket)
    })
  })
}

function mismatch(socket: TLSSocket, { host, port, pin }: PinnedPeer): CommandRefusal | undefined {
  const certificate = socket.getPeerX509Certificate()
  if (certificate && pinOf(certificate.raw) === pin) return undefined
  return new CommandRefusal(
    {
      zh: '{host}:{port} 的证书与指纹不符，可能连错了服务器',
      en: '{host}:{port} does not hold the pinned key; this may be another server',
    },
    { host, port },
  )
}
