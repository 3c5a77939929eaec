import { createHash, createHmac } from 'node:crypto'
import type { ProviderRequest } from '../../kit/over-http.ts'

export interface AliyunCall {
  /** `https://dysmsapi.aliyuncs.com`. */
  endpoint: string
  action: string
  version: string
  query: Readonly<Record<string, string>>
  keyId: string
  keySecret: string
  /** Unix milliseconds. */
  at: number
  nonce: string
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** RFC 3986, which leaves fewer characters unencoded than `encodeURIComponent`. */
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)

/** A call of Alibaba Cloud's OpenAPI, signed by its V3 rules (`ACS3-HMAC-SHA256`): parameters in the query, no body. */
export function signAliyun(call: AliyunCall): ProviderRequest {
  const { origin, host } = new URL(call.endpoint)
  const query = Object.keys(call.query)
    .sort()
    .map((key) => `${encode(key)}=${encode(call.query[key] ?? '')}`)
    .join('&')
  const signed: Record<string, string> = {
    host,
    'x-acs-action': call.action,
    'x-acs-content-sha256': sha256(''),
    'x-acs-date': `${new Date(call.at).toISOString().slice(0, 19)}Z`,
    'x-acs-signature-nonce': call.nonce,
    'x-acs-version': call.version,
  }
  const names = Object.keys(signed).sort()
  const lines = names.map((name) => `${name}:${signed[name]}\n`).join('')
  const canonical = ['POST', '/', query, lines, names.join(';'), sha256('')].join('\n')
  const signature = createHmac('sha256', call.keySecret)
    .update(`ACS3-HMAC-SHA256\n${sha256(canonical)}`)
    .digest('hex')
  const authorization = `ACS3-HMAC-SHA256 Credential=${call.keyId},SignedHeaders=${names.join(';')},Signature=${signature}`
  const { host: _, ...headers } = signed
  return { url: `${origin}/?${query}`, headers: { ...headers, authorization }, body: '' }
}
