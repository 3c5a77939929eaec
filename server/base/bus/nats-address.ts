import { readFileSync } from 'node:fs'
import { checkServerIdentity, type PeerCertificate } from 'node:tls'
import type { ConnectionOptions } from '@nats-io/transport-node'

/** Servers of a cluster in one address. */
const MOST = 16

/**
 * Parses `NATS_URL`: `nats://` or `tls://`, with `user:password@`, or `token@`, percent-encoded; servers of one cluster separated by
 * commas. With `tls://` a server without TLS is refused; with `nats://` TLS is used if the server offers it. Throws an error without the
 * address if invalid.
 */
export function natsOptions(address: string, caFile = ''): ConnectionOptions {
  const urls = address
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
    .map(parse)
  const [first] = urls
  if (!first || urls.length > MOST) throw new Error('应为 nats:// 或 tls:// 地址 / nats:// or tls:// is expected')
  const same = ({ protocol, username, password }: URL) => [protocol, username, password].join('\0')
  const who = urls.find(({ username }) => username) ?? first
  if (urls.some((url) => same(url) !== same(who) && (url.username || url.protocol !== who.protocol)))
    throw new Error('各服务器的协议、用户与密码须一致 / servers must have one protocol, user and password')
  const tls = first.protocol === 'tls:' || caFile !== ''
  return {
    servers: urls.map((url) => url.host),
    ...credentials(who),
    ...(tls ? { tls: verified(urls.map(hostOf), caFile) } : {}),
  }
}

function parse(one: string): URL {
  const url = URL.canParse(one) ? new URL(one) : undefined
  if (!url?.hostname || !/^(nats|tls):$/.test(url.protocol) || !/^\/?$/.test(url.pathname + url.search + url.hash))
    throw new Error('应为 nats:// 或 tls:// 地址 / nats:// or tls:// is expected')
  return url
}

function credentials({ username, password }: URL): ConnectionOptions {
  if (!username) return {}
  const user = decodeURIComponent(username)
  return password ? { user, pass: decodeURIComponent(password) } : { token: user }
}

const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '')

/** The client sends the server name, and none for an address; Node would send `localhost` then. */
function verified(hosts: readonly string[], caFile: string): NonNullable<ConnectionOptions['tls']> {
  const checked = {
    checkServerIdentity: (_name: string, certificate: PeerCertificate) => {
      const wrong = hosts.map((host) => checkServerIdentity(host, certificate))
      return wrong.every(Boolean) ? wrong[0] : undefined
    },
  }
  return { ...checked, ...(caFile ? { ca: readFileSync(caFile, 'utf8') } : {}) }
}
