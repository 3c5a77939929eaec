import { maskEmail, normalEmail } from '@belvedere/pure/text/email.ts'
import { maskPhone, normalPhone } from '@belvedere/pure/text/phone.ts'

/** Where a code can go. */
export interface CodeAddress {
  channel: 'sms' | 'email'
  /** As the calls take it. */
  input: { phone: string } | { email: string }
  /** With most of it hidden. */
  shown: string
}

/** A phone number, or with an @ an e-mail address; undefined when it is neither. */
export function addressOf(text: string): CodeAddress | undefined {
  if (text.includes('@')) {
    const email = normalEmail(text)
    return email === undefined ? undefined : { channel: 'email', input: { email }, shown: maskEmail(email) }
  }
  const phone = normalPhone(text)
  return phone === undefined ? undefined : { channel: 'sms', input: { phone }, shown: maskPhone(phone) }
}

/** True for six digits, whatever spaces are around them. */
export const isCode = (text: string) => /^\s*\d{6}\s*$/.test(text)

export const codeMissing = { zh: '请输入 6 位验证码', en: 'Please enter the six digits' }
