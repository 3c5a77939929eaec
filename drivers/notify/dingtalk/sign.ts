import { createHmac } from 'node:crypto'

/** The address with the signature that DingTalk asks for; `at` unix milliseconds. Without a secret the address as it is. */
export function signDingtalk(webhook: string, secret: string, at: number): string {
  if (!secret) return webhook
  const sign = createHmac('sha256', secret).update(`${at}\n${secret}`).digest('base64')
  return `${webhook}&timestamp=${at}&sign=${encodeURIComponent(sign)}`
}
