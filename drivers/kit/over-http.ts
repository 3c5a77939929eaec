import { lookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import type { Dispatcher } from 'undici'
import { type Allowance, forbidden, type AddressBlock, parseNetwork } from '@belvedere/pure/network/outbound.ts'
import type { Delivery, Outlet } from './define-notify-channel.ts'

/** A request to a provider, built by pure functions. */
export interface ProviderRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Absent: it is a GET. */
  readonly body?: string
}

/** Bytes of a response that are read. */
const MOST = 64 * 1024
/** Longest delay in seconds that a provider can request. */
const LONGEST = 3600

const anywhere: Outlet = { inside: true }

class NotAllowed extends Error {}

/** Loopback, for servers whose operator allows internal addresses. */
const loopback: readonly AddressBlock[] = ['127.0.0.0/8', '::1'].flatMap((text) => parseNetwork(text) ?? [])

/**
 * Sends one request and lets `read` evaluate status and response (parsed JSON, text truncated to 64 KB). A failed connection, a
 * time-out and a failing provider (status 429 or 5xx) may succeed later. Redirects are not followed, since the request is signed.
 * A name is resolved once, and exactly the evaluated address is contacted.
 */
export async function overHttp(
  { url, headers, body }: ProviderRequest,
  signal: AbortSignal,
  read: (status: number, answer: string) => Delivery,
  outlet: Outlet = anywhere,
): Promise<Delivery> {
  let dispatcher: Dispatcher | undefined
  try {
    const target = new URL(url)
    const ask = {
      origin: target.origin,
      path: target.pathname + target.search,
      method: body === undefined ? ('GET' as const) : ('POST' as const),
      headers: { ...passOf(target), ...headers },
      body: body ?? null,
    }
    dispatcher = await dispatcherTo(target, { signal, outlet })
    const answer = await dispatcher.request({ ...ask, signal, reset: true })
    const text = await textOf(answer.body)
    const status = answer.statusCode
    if (status !== 429 && status < 500) return read(status, text)
    const after = Math.min(LONGEST, Number(answer.headers['retry-after']))
    return { ok: false, again: true, answer: `HTTP ${status} ${text}`.trim(), ...(after > 0 && { after }) }
  } catch (error) {
    const said = (error as Error).message || (error as NodeJS.ErrnoException).code || 'no connection'
    // a refused name may resolve to another address tomorrow, but not within a minute
    return { ok: false, answer: said, ...(!(error instanceof NotAllowed) && { again: true }) }
  } finally {
    await dispatcher?.destroy()
  }
}

interface Way {
  signal: AbortSignal
  outlet: Outlet
}

/** One connection for one request: neither kept nor shared, and over HTTP/1.1, which proxies support. */
const once = { allowH2: false, connections: 1, pipelining: 0 } as const

/** The dispatcher of one request, to the evaluated address. */
async function dispatcherTo(url: URL, way: Way): Promise<Dispatcher> {
  // 28 MB that a server without channels over HTTP never needs
  const { Agent, ProxyAgent } = await import('undici')
  const { proxy, inside } = way.outlet
  if (!proxy) return new Agent({ ...once, connect: { lookup: await judged(url, inside, way) } })
  await judged(url, inside, way, true)
  const lookup = await judged(new URL(proxy.url), inside || proxy.trusted, way)
  return new ProxyAgent({ ...once, uri: proxy.url, proxyTunnel: false, proxyTls: { lookup } })
}

/** Name and password in an address. */
function passOf({ username, password }: URL): Record<string, string> {
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return pair === ':' ? {} : { authorization: `Basic ${Buffer.from(pair).toString('base64')}` }
}

/** Resolves a host and refuses it when an address is not allowed; `lenient`: a name that only the proxy can resolve may pass. */
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

async function textOf(answer: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of answer) {
    parts.push(part)
    size += part.length
    if (size >= MOST) break
  }
  return Buffer.concat(parts).subarray(0, MOST).toString('utf8')
}

/** The response as an object; undefined when it is none. */
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
