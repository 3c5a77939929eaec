import { say } from '../../../kit/words.ts'
import type { VerifyNeeded } from './use-sign-in.ts'

export function SmsForm(_: { onVerify: (needed: VerifyNeeded) => void }) {
  return <p className="text-soft">{say({ zh: '短信登录尚未开放。', en: 'Signing in by SMS is not open yet.' })}</p>
}
