import { createHmac } from 'node:crypto'

/**
 * Headers of Standard Webhooks: id, time and body under one signature. The prefix `whsec_` of a secret means that the rest is
 * base64; `at` unix seconds.
 */
export function signWebhook(secret: string, id: string, at: number, body: string): Record<string, string> {
  const said = { 'webhook-id': id, 'webhook-timestamp': String(at) }
  if (!secret) return said
  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice('whsec_'.length), 'base64') : secret
  return {
    ...said,
    'webhook-signature': `v1,${createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')}`,
  }
}
