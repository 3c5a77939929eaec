import { createHash, createHmac } from 'node:crypto'
import type { ProviderRequest } from '../../kit/over-http.ts'

export interface TencentCall {
  /** `https://sms.tencentcloudapi.com`. */
  endpoint: string
  service: string
  action: string
  version: string
  region: string
  /** JSON. */
  body: string
  secretId: string
  secretKey: string
  /** Unix seconds. */
  at: number
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

const type = 'application/json; charset=utf-8'
const names = 'content-type;host;x-tc-action'

/** A call of Tencent Cloud's API 3.0, signed by its V3 rules (`TC3-HMAC-SHA256`). */
export function signTencent(call: TencentCall): ProviderRequest {
  const { origin, host } = new URL(call.endpoint)
  const lines = `content-type:${type}\nhost:${host}\nx-tc-action:${call.action.toLowerCase()}\n`
  const canonical = ['POST', '/', '', lines, names, sha256(call.body)].join('\n')
  const day = new Date(call.at * 1000).toISOString().slice(0, 10)
  const scope = `${day}/${call.service}/tc3_request`
  const key = hmac(hmac(hmac(`TC3${call.secretKey}`, day), call.service), 'tc3_request')
  const signature = hmac(key, ['TC3-HMAC-SHA256', call.at, scope, sha256(canonical)].join('\n')).toString('hex')
  return {
    url: `${origin}/`,
    body: call.body,
    headers: {
      'content-type': type,
      'x-tc-action': call.action,
      'x-tc-version': call.version,
      'x-tc-region': call.region,
      'x-tc-timestamp': String(call.at),
      authorization: `TC3-HMAC-SHA256 Credential=${call.secretId}/${scope}, SignedHeaders=${names}, Signature=${signature}`,
    },
  }
}
