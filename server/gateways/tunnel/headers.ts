import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'

/** Headers of one connection, and those that would let a page reach beyond its origin. */
const hop = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])
const dropped = new Set([
  'content-security-policy',
  'content-security-policy-report-only',
  'x-frame-options',
  'strict-transport-security',
  'public-key-pins',
  'clear-site-data',
  'alt-svc',
  'report-to',
  'nel',
  'set-cookie',
  'access-control-allow-origin',
  'access-control-allow-credentials',
  'service-worker-allowed',
])

/** The policy for pages behind a device: anything within their own origin, nothing beyond it. */
const POLICY = [
  "default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'self'",
  "frame-ancestors 'self'",
  "object-src 'none'",
].join('; ')

export const guards = {
  'content-security-policy': POLICY,
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
}

export interface TunnelSite {
  /** Identifier of the tunnel: cookies and addresses are distinguished by it. */
  port: number
  /** Origin of the service as the device sees it: `https://192.168.1.1:8443`. */
  origin: string
}

/** Cookies that one response may set. */
const MOST_COOKIES = 50

export const cookieName = (port: number) => `belvedere_remote_${port}`
const prefixOf = (port: number) => `r${port}_`

/** The headers of the request for the service: its own cookies, its own address. */
export function towards(headers: IncomingHttpHeaders, { port, origin }: TunnelSite): OutgoingHttpHeaders {
  const kept: OutgoingHttpHeaders = {}
  for (const [name, value] of Object.entries(headers)) if (!hop.has(name) && value !== undefined) kept[name] = value
  kept['host'] = origin.slice(origin.indexOf('//') + 2)
  if (kept['origin']) kept['origin'] = origin
  if (typeof kept['referer'] === 'string') kept['referer'] = moved(kept['referer'], origin)
  const cookies = ownCookies(headers.cookie, port)
  if (cookies) kept['cookie'] = cookies
  else delete kept['cookie']
  return kept
}

function moved(address: string, origin: string): string {
  const { pathname, search } = URL.parse(address) ?? { pathname: '/', search: '' }
  return `${origin}${pathname}${search}`
}

/** Expires the cookies that an earlier tunnel left at this port: they belong to another service. */
export function endings(header: string | undefined, port: number): string[] {
  const names = (header ?? '').split(';').map((one) => one.trim().split('=')[0] ?? '')
  const left = names.filter((name) => name.startsWith(prefixOf(port))).slice(0, MOST_COOKIES)
  return left.map((name) => `${name}=; Max-Age=0; Path=/`)
}

/** Cookies of this tunnel with the names that the page gave them; no others. */
function ownCookies(header: string | undefined, port: number): string {
  const prefix = prefixOf(port)
  const all = (header ?? '').split(';').map((one) => one.trim())
  return all
    .filter((one) => one.startsWith(prefix))
    .map((one) => one.slice(prefix.length))
    .join('; ')
}

/** The headers of the response for the browser. */
export function backwards(headers: IncomingHttpHeaders, { port, origin }: TunnelSite): OutgoingHttpHeaders {
  const kept: OutgoingHttpHeaders = {}
  for (const [name, value] of Object.entries(headers))
    if (!hop.has(name) && !dropped.has(name) && value !== undefined) kept[name] = value
  const { location } = headers
  if (location?.startsWith(`${origin}/`)) kept['location'] = location.slice(origin.length)
  const cookies = (headers['set-cookie'] ?? []).slice(0, MOST_COOKIES).map((cookie) => renamed(cookie, port))
  return { ...kept, ...(cookies.length > 0 ? { 'set-cookie': cookies } : {}), ...guards }
}

/** Without a domain, since that is ours, and without Secure, since the browser may use http. */
function renamed(cookie: string, port: number): string {
  const [pair = '', ...attributes] = cookie.split(';')
  const kept = attributes.filter((one) => !/^\s*(domain|secure|samesite|partitioned)\b/i.test(one))
  return [`${prefixOf(port)}${pair.trim()}`, ...kept, ' SameSite=Strict'].join(';')
}
