import { createHmac } from 'node:crypto'

/**
 * The signature that Feishu requires in the body when the robot has signing enabled: the key is time and secret, the message is
 * empty. `at` unix seconds.
 */
export function signFeishu(secret: string, at: number): { timestamp: string; sign: string } | undefined {
  if (!secret) return undefined
  return { timestamp: String(at), sign: createHmac('sha256', `${at}\n${secret}`).digest('base64') }
}
