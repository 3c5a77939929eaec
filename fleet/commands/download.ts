import { createHash } from 'node:crypto'
import { type ClientRequest, get as getPlain, type IncomingMessage, type RequestOptions } from 'node:http'
import { get as getTls } from 'node:https'
import type { LookupFunction } from 'node:net'
import { rootCertificates } from 'node:tls'

/** The result of `curl`: its error number, 0 for none; and the status of the response. */
export interface Downloaded {
  err: number
  status: number
  bytes: number
  sha256: string
}

export interface DownloadHow {
  /** The device's own certificate, key and authority, instead of the system's store. PEM texts. */
  own?: { cert: string; key: string; ca: string }
  lookup: LookupFunction
  /** It follows redirects. */
  follows: boolean
}

/** Most redirects, milliseconds without data, and bytes. */
const limits = { redirects: 50, stall: 30_000, bytes: 1 << 30 }
const nothing = { status: 0, bytes: 0, sha256: '' }

/** Error numbers of `curl` for socket and TLS errors of Linux. */
function numberOf(error: NodeJS.ErrnoException): number {
  const { code = '' } = error
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 6
  if (code === 'ECONNREFUSED' || code === 'EHOSTUNREACH' || code === 'ENETUNREACH') return 7
  if (/^(CERT_|ERR_TLS_CERT|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO|HOSTNAME_)/.test(code)) return 60
  if (code.startsWith('ERR_SSL') || code === 'EPROTO') return 35
  return 56
}

/**
 * Downloads an image and discards it: the test is whether the transfer works. An https server is verified by the system's store
 * of public authorities and by its name, as on a device; the gateway's own authority is not in it.
 */
export function download(uri: string, how: DownloadHow, redirects = 0): Promise<Downloaded> {
  return new Promise((resolve) => {
    const url = URL.canParse(uri) ? new URL(uri) : undefined
    if (!url || !/^https?:$/.test(url.protocol)) return resolve({ ...nothing, err: url ? 1 : 3 })
    const failed = (error: NodeJS.ErrnoException) => resolve({ ...nothing, err: numberOf(error) })
    const taken = (answer: IncomingMessage) => {
      const { location } = answer.headers
      if (how.follows && location && Math.floor((answer.statusCode ?? 0) / 100) === 3) {
        answer.destroy()
        if (redirects >= limits.redirects) return resolve({ ...nothing, err: 47 })
        return void download(new URL(location, url).href, how, redirects + 1).then(resolve)
      }
      void swallow(answer).then(resolve)
    }
    const request = ask(url, how, taken)
    request.setTimeout(limits.stall, () => request.destroy())
    request.on('error', failed)
  })
}

function ask(url: URL, { own, lookup }: DownloadHow, taken: (answer: IncomingMessage) => void): ClientRequest {
  const options: RequestOptions = { agent: false, headers: { 'user-agent': 'curl' }, lookup }
  if (url.protocol === 'http:') return getPlain(url, options, taken)
  return getTls(url, { ...options, ...(own ?? { ca: [...rootCertificates] }) }, taken)
}

async function swallow(answer: IncomingMessage): Promise<Downloaded> {
  const hash = createHash('sha256')
  let bytes = 0
  const end = (err: number): Downloaded => ({ err, status: answer.statusCode ?? 0, bytes, sha256: hash.digest('hex') })
  try {
    for await (const piece of answer as AsyncIterable<Buffer>) {
      bytes += piece.length
      hash.update(piece)
      if (bytes > limits.bytes) return end(63)
    }
  } catch {
    return end(18)
  }
  return end(0)
}
