import type { Lang, Words } from '@belvedere/contract/kit/text.ts'
import { say } from '@belvedere/contract/kit/text.ts'
import { messagePurpose } from '@belvedere/contract/rooms/delivery/enums.ts'
import { CODE_LIFE, type CodeUse } from './code-rules.ts'
import type { NoticeText } from '../../delivery/api.ts'

const subject: Words = { zh: '{code} 是您的{purpose}验证码', en: '{code} is your code: {purpose}' }
const text: Words = {
  zh: '您的{purpose}验证码是 {code}，{minutes} 分钟内有效。\n\n请勿将验证码告诉任何人，包括自称管理员的人。如非本人操作，请忽略本消息。\n\n揽景网络管理平台',
  en: 'Your code ({purpose}) is {code}. It is valid for {minutes} {minutes:minute|minutes}.\n\nDo not share it with anyone, including anyone who claims to be an administrator. If you did not request it, ignore this message.\n\nBelvedere, network management',
}

const takenSubject: Words = { zh: '您已有揽景账号', en: 'You have an account already' }
const takenText: Words = {
  zh: '有人正在用这个邮箱注册揽景账号，但该邮箱已绑定到一个账号。\n\n如果是您本人，请直接登录，或在登录页选择“忘记密码”。如非本人操作，请忽略本邮件。\n\n揽景网络管理平台',
  en: 'Somebody is registering at Belvedere with this e-mail address, which belongs to an account already.\n\nIf it is you, just sign in, or choose “Forgot password” on the sign-in page. If it is not, ignore this message.\n\nBelvedere, network management',
}

/** For recipients who may not know the product: the code is for the person who added the address. */
const contactText: Words = {
  zh: '有人把这个地址添加为揽景的告警联系人，网络出现故障时会收到通知。\n\n如果您愿意接收，请把验证码 {code} 告诉添加您的管理员，{minutes} 分钟内有效。如果您不知道这件事，请忽略本消息，以后不会再收到。\n\n揽景网络管理平台',
  en: 'This address was added to Belvedere as a contact for alarms of a network.\n\nTo accept, give the administrator who added it the code {code}. It is valid for {minutes} {minutes:minute|minutes}. If you do not know about this, ignore this message. No further message will be sent.\n\nBelvedere, network management',
}

/** The message that carries a code. */
export function codeBody({ purpose }: Pick<CodeUse, 'purpose'>, code: string, lang: Lang): NoticeText {
  const minutes = String(CODE_LIFE / 60)
  const words = { code, minutes, purpose: messagePurpose.label(purpose, lang) }
  const values = { code, minutes }
  const said = purpose === messagePurpose.id.alarm ? contactText : text
  return { lang, subject: say(subject, lang, words), text: say(said, lang, words), template: { kind: 'code', values } }
}

/** Sent to an address that is already registered: the page must not reveal that, but its owner may know. */
export function takenBody(lang: Lang): NoticeText {
  return { lang, subject: takenSubject[lang], text: takenText[lang], template: { kind: 'notice', values: {} } }
}
