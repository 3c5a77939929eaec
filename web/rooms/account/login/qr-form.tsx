import { say } from '../../../kit/words.ts'
import type { VerifyNeeded } from './use-sign-in.ts'

/** Signing in with a telephone that is signed in already. */
export function QrForm(_: { onVerify: (needed: VerifyNeeded) => void }) {
  return <p className="text-soft">{say({ zh: '扫码登录尚未开放。', en: 'Signing in by QR code is not open yet.' })}</p>
}
