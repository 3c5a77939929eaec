import { type IncomingMessage, request as plain } from 'node:http'
import { request as secure } from 'node:https'
import type { TLSSocket } from 'node:tls'
import type { PollMonitor, PollTarget } from '../../devices/poll-link.ts'
import { limits } from './limits.ts'
import { failed, faultOfError, type PollOutcome, sinceUs } from './outcome.ts'

/**
 * Requests a web page and checks its status, a text in it, and the expiry of its certificate. The issuer of the certificate is
 * ignored, since most devices have self-signed ones. A redirection counts as the response and is not followed, since it could
 * lead to any address.
 */
export function tryHttp({ ip, monitor }: Pick<PollTarget, 'ip' | 'monitor'>): Promise<PollOutcome> {
  return new Promise((resolve) => {
    const start = performance.now()
    const options = {
      host: ip,
      port: monitor.port ?? (monitor.tls ? 443 : 80),
      path: monitor.path ?? '/',
      // one socket per attempt, none kept open
      agent: false as const,
      headers: { 'user-agent': 'Belvedere monitor', accept: '*/*' },
      maxHeaderSize: 16_384,
    }
    const requested = monitor.tls ? secure({ ...options, rejectUnauthorized: false }) : plain(options)
    const end = (outcome: PollOutcome) => {
      clearTimeout(timer)
      requested.destroy()
      resolve(outcome)
    }
    const timer = setTimeout(() => end(failed('timeout')), monitor.timeout)
    requested.on('error', (error) => end(faultOfError(error)))
    requested.on('response', (answer) => {
      const rtt_us = sinceUs(start)
      const certificate_end = endOfCertificate(answer)
      void textOf(answer, monitor.text !== undefined).then(
        (text) => end({ ...judgePage(monitor, answer.statusCode ?? 0, text, rtt_us), certificate_end } as PollOutcome),
        (error: unknown) => end(faultOfError(error)),
      )
    })
    requested.end()
  })
}

function judgePage(monitor: PollMonitor, status: number, text: string, rtt_us: number): PollOutcome {
  const isRight = monitor.status === undefined ? status > 0 && status < 400 : status === monitor.status
  if (!isRight) return failed('status', `HTTP ${status}`)
  if (monitor.text !== undefined && !text.includes(monitor.text)) return failed('text', `HTTP ${status}`)
  return { ok: true, rtt_us, detail: `HTTP ${status}` }
}

/** The first piece of a page; the rest is not read. */
async function textOf(answer: IncomingMessage, wanted: boolean): Promise<string> {
  if (!wanted) return ''
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of answer as AsyncIterable<Buffer>) {
    pieces.push(piece)
    bytes += piece.length
    if (bytes >= limits.pageBytes) break
  }
  return Buffer.concat(pieces).subarray(0, limits.pageBytes).toString('utf8')
}

function endOfCertificate({ socket }: IncomingMessage): number | undefined {
  const shown = (socket as Partial<TLSSocket>).getPeerCertificate?.()
  const end = Date.parse(shown?.valid_to ?? '')
  return Number.isFinite(end) ? Math.floor(end / 1000) : undefined
}
