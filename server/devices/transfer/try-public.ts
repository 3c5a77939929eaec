import { request } from 'node:https'
import { rootCertificates } from 'node:tls'
import { herePath, hereText } from './serve.ts'

export type PublicDoor = 'open' | 'public_unreachable' | 'public_untrusted' | 'public_foreign'

/** ms for name, TLS and answer; and the characters that are read. */
const TIME = 3000
const MOST = 256

/**
 * Whether one-time links work at an https address for clients that trust only public authorities. Additional authorities of this machine
 * are ignored, because devices do not have them. Never rejects.
 */
export function tryPublic(url: string, roots: readonly string[] = rootCertificates): Promise<PublicDoor> {
  return new Promise((resolve) => {
    const end = (found: PublicDoor) => {
      clearTimeout(late)
      requested.destroy()
      resolve(found)
    }
    const requested = request(`${url}${herePath}`, { ca: [...roots], agent: false }, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (piece: string) => {
        text += piece
        if (text.length > MOST) end('public_foreign')
      })
      answer.on('error', () => end('public_unreachable'))
      answer.on('end', () => end(answer.statusCode === 200 && text === hereText ? 'open' : 'public_foreign'))
    })
    const late = setTimeout(() => end('public_unreachable'), TIME)
    requested.on('error', (error: NodeJS.ErrnoException) =>
      end(isAboutTrust(error) ? 'public_untrusted' : 'public_unreachable'),
    )
    requested.end()
  })
}

/** Codes of OpenSSL and Node for a chain or a name; all others are a failed connection. */
const isAboutTrust = ({ code = '' }: NodeJS.ErrnoException) =>
  /^(CERT_|ERR_TLS_CERT|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_(GET|VERIFY)|INVALID_|HOSTNAME_)/.test(code)
