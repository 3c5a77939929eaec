import { createHmac } from 'node:crypto'

/** The address with the signature that DingTalk requires; `at` unix milliseconds. Without a secret the address is unchanged. */
export function signDingtalk(webhook: string, secret: string, at: number): string {
  if (!secret) return webhook
  const sign = createHmac('sha256', secret).update(`${at}\n${secret}`).digest('base64')
  return `${webhook}&timestamp=${at}&sign=${encodeURIComponent(sign)}`
}
