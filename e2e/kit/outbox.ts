import type { Session } from './session.ts'
import { until } from './wait.ts'

interface Message {
  id: number
  masked: string
  purpose: string
  text: string
}

/** The code that went last to an address, as an administrator reads it where no channel is set up. */
export async function codeFrom(admin: Session, masked: string, purpose: string): Promise<string> {
  const { text } = await until(`a code for ${masked} is in the outbox`, 60_000, async () => {
    const { list } = await admin.ask<{ list: Message[] }>('GET send/outbox', { purpose, orderby: 'id desc' })
    return list.find((one) => one.masked === masked && /^\d{6}$/.test(one.text))
  })
  return text
}

/** Binds an e-mail address to the account of the session, while no channel for mail is set up: `admin` reads the code. */
export async function bindMail(admin: Session, session: Session, email: string): Promise<void> {
  await session.ask('POST send/email', { email, purpose: 'bind' })
  const masked = `${email.slice(0, 2)}***${email.slice(email.indexOf('@'))}`
  await session.ask('POST user/contact/bind', { email, code: await codeFrom(admin, masked, 'bind') })
}

/** Binds a phone number to the account of the session, with the code that is sent there. */
export async function bindPhone(admin: Session, password: string, phone: string, masked: string): Promise<void> {
  await admin.ask('POST user/otp/verify', { method: 'password', code: password })
  await admin.ask('POST send/sms', { phone, purpose: 'bind' })
  await admin.ask('POST user/contact/bind', { phone, code: await codeFrom(admin, masked, 'bind') })
}
