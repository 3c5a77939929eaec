import { lookup } from 'node:dns/promises'
import { type IncomingMessage, request as askPlain, type RequestOptions } from 'node:http'
import { request as askSecure } from 'node:https'
import { isIP, type LookupFunction, type Socket } from 'node:net'
import { connect as connectSecure } from 'node:tls'
import { type Allowance, forbidden, type Network, parseNetwork } from '@belvedere/pure/outbound.ts'
import type { Delivery, Outlet } from './define-notify-channel.ts'

/** A request to a provider, put together by pure functions. */
export interface ProviderRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Absent: it is a GET. */
  readonly body?: string
}

/** Bytes of an answer that are read. */
const MOST = 64 * 1024
/** Seconds a provider can ask to be left alone for. */
const LONGEST = 3600

const anywhere: Outlet = { inside: true }

class NotAllowed extends Error {}

/** Loopback, for servers whose operator allows what is inside. */
const loopback: readonly Network[] = ['127.0.0.0/8', '::1'].flatMap((text) => parseNetwork(text) ?? [])

/**
 * Makes one request and has `read` judge status and answer (JSON as it came, text cut to 64 KB). No connection, a time-out and
 * a provider in trouble (status 429 or 5xx) may pass later; redirects are not followed, since the request is signed. A name is
 * looked up once, and the address that was judged is the address that is asked.
 */
export async function overHttp(
  { url, headers, body }: ProviderRequest,
  signal: AbortSignal,
  read: (status: number, answer: string) => Delivery,
  outlet: Outlet = anywhere,
): Promise<Delivery> {
  try {
    const length: Record<string, string> =
      body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const answer = await make(new URL(url), { ...headers, ...length }, body, { signal, outlet })
    const text = await textOf(answer)
    const status = answer.statusCode ?? 0
    if (status !== 429 && status < 500) return read(status, text)
    const after = Math.min(LONGEST, Number(answer.headers['retry-after']))
    return { ok: false, again: true, answer: `HTTP ${status} ${text}`.trim(), ...(after > 0 && { after }) }
  } catch (error) {
    const said = (error as Error).message || (error as NodeJS.ErrnoException).code || 'no connection'
    // an address that is not allowed may be another one tomorrow, but not within a minute
    return { ok: false, answer: said, ...(!(error instanceof NotAllowed) && { again: true }) }
  }
}

interface Way {
  signal: AbortSignal
  outlet: Outlet
}

async function make(
  url: URL,
  headers: Record<string, string>,
  body: string | undefined,
  way: Way,
): Promise<IncomingMessage> {
  const { proxy, inside } = way.outlet
  const options = { method: body === undefined ? 'GET' : 'POST', headers, agent: false as const, signal: way.signal }
  if (!proxy) return answerTo(url, { ...options, lookup: await judged(url, inside, way) }, body)
  await judged(url, inside, way, true)
  const through = new URL(proxy.url)
  const find = await judged(through, inside || proxy.trusted, way)
  if (url.protocol === 'http:') {
    const pass = { ...passOf(through), ...headers, host: url.host }
    return answerTo(through, { ...options, headers: pass, path: url.href, lookup: find }, body)
  }
  const tunnel = await tunnelTo(url, through, find, way.signal)
  const createConnection = () => connectSecure({ socket: tunnel, servername: url.hostname })
  return answerTo(url, { ...options, createConnection }, body)
}

function answerTo(url: URL, options: RequestOptions, body: string | undefined): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const ask = url.protocol === 'https:' ? askSecure : askPlain
    ask(url, options, resolve).on('error', reject).end(body)
  })
}

function tunnelTo(url: URL, proxy: URL, find: LookupFunction, signal: AbortSignal): Promise<Socket> {
  const path = `${url.hostname}:${url.port || 443}`
  return new Promise((resolve, reject) => {
    askPlain(proxy, { method: 'CONNECT', path, headers: passOf(proxy), lookup: find, agent: false, signal })
      .on('connect', ({ statusCode }, socket: Socket) => {
        // it has left the request's care, and the handshake begins later
        socket.on('error', () => socket.destroy())
        if (statusCode === 200) return resolve(socket)
        socket.destroy()
        reject(new Error(`the proxy answers ${statusCode}`))
      })
      .on('error', reject)
      .end()
  })
}

function passOf({ username, password }: URL): Record<string, string> {
  if (!username) return {}
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return { 'proxy-authorization': `Basic ${Buffer.from(pair).toString('base64')}` }
}

/** Looks a host up and refuses it when it leads where it may not; `lenient`: a name that only the proxy knows may pass. */
async function judged(url: URL, mayInside: boolean, { signal, outlet }: Way, lenient = false): Promise<LookupFunction> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const found = isIP(host) ? [{ address: host, family: isIP(host) }] : await addressesOf(host, signal, outlet, lenient)
  const allowed = allowanceOf(mayInside, outlet)
  if (found.some(({ address }) => forbidden(address, allowed)))
    throw new NotAllowed(
      '本服务器不允许访问内网地址 / this address is inside a private network, which this server does not allow',
    )
  return ((_, { all }, done) =>
    all ? done(null, found) : done(null, found[0]?.address ?? '', found[0]?.family)) as LookupFunction
}

function allowanceOf(inside: boolean, { own = [] }: Outlet): Allowance {
  return inside
    ? { public: true, private: true, listed: [], trusted: loopback, own: [] }
    : { public: true, private: false, listed: [], trusted: [], own }
}

const lookUp = (host: string) => lookup(host, { all: true })

async function addressesOf(host: string, signal: AbortSignal, { resolve = lookUp }: Outlet, lenient: boolean) {
  const late = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('the name was not found in time')), { once: true })
  })
  try {
    return await Promise.race([resolve(host), late])
  } catch (error) {
    if (lenient) return []
    throw error
  }
}

async function textOf(answer: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of answer as AsyncIterable<Buffer>) {
    parts.push(part)
    size += part.length
    if (size >= MOST) break
  }
  return Buffer.concat(parts).subarray(0, MOST).toString('utf8')
}

/** The answer as an object; undefined when it is none. */
export function jsonOf(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

/** A member as text; '' when it is none. */
export function textIn(from: object | undefined, key: string): string {
  const value: unknown = from && Object.hasOwn(from, key) ? (from as Record<string, unknown>)[key] : undefined
  return typeof value === 'string' ? value : ''
}

/** A member as a whole number; undefined when it is none. */
export function numberIn(from: object | undefined, key: string): number | undefined {
  const value: unknown = from && Object.hasOwn(from, key) ? (from as Record<string, unknown>)[key] : undefined
  return Number.isInteger(value) ? (value as number) : undefined
}
