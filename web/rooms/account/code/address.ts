import { maskEmail, normalEmail } from '@belvedere/pure/text/email.ts'
import { maskPhone, normalPhone } from '@belvedere/pure/text/phone.ts'

/** Address for a code. */
export interface CodeAddress {
  channel: 'sms' | 'email'
  /** As input of the calls. */
  input: { phone: string } | { email: string }
  /** Partly masked. */
  shown: string
}

/** Parses a phone number, or with an @ an e-mail address; undefined if it is neither. */
export function addressOf(text: string): CodeAddress | undefined {
  if (text.includes('@')) {
    const email = normalEmail(text)
    return email === undefined ? undefined : { channel: 'email', input: { email }, shown: maskEmail(email) }
  }
  const phone = normalPhone(text)
  return phone === undefined ? undefined : { channel: 'sms', input: { phone }, shown: maskPhone(phone) }
}

/** True for six digits, ignoring surrounding spaces. */
export const isCode = (text: string) => /^\s*\d{6}\s*$/.test(text)

export const codeMissing = { zh: '请输入 6 位验证码', en: 'Please enter the six digits' }
