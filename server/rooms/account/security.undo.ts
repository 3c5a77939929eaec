import { cancelCalls } from '@belvedere/contract/rooms/account/cancel.ts'
import { channelCalls } from '@belvedere/contract/rooms/delivery/channel.ts'
import { contactCalls } from '@belvedere/contract/rooms/account/contact.ts'
import { forgetCalls } from '@belvedere/contract/rooms/account/forget.ts'
import { otpCalls } from '@belvedere/contract/rooms/account/otp.ts'
import { qrcodeCalls } from '@belvedere/contract/rooms/account/qrcode.ts'
import { registerCalls } from '@belvedere/contract/rooms/account/register.ts'
import { sessionCalls } from '@belvedere/contract/rooms/account/session.ts'
import { smsCalls } from '@belvedere/contract/rooms/account/sms.ts'
import { defineUndo } from '../../engines/undo/define-undo.ts'

/** Sign-in methods change only with proof of identity: none of these changes can be undone by a button. */
const proved = {
  zh: '安全设置须重新验证后修改，不能撤销',
  en: 'Security settings change only with proof; change it again',
}
const entered = { zh: '登录无法撤销，可在“登录设备”中结束会话', en: 'A sign-in is not undone; end its session instead' }
const ended = { zh: '已结束的会话须重新登录', en: 'Sign in again where the session ended' }
const closing = {
  zh: '在期限内重新登录即可恢复账户',
  en: 'Signing in before the end of the grace period keeps the account',
}
const sealed = {
  zh: '渠道设置包含密钥，日志不保留，无法撤销',
  en: 'Its settings contain secrets, which are not logged',
}
const begun = { zh: '注册无法撤销，可注销账户', en: 'Close the account instead' }

export const ofContact = defineUndo(contactCalls, { bind: proved, unbind: proved, second: proved })
export const ofSecondStep = defineUndo(otpCalls, { bind: proved, unbind: proved, verify: entered, recovery: proved })
export const ofPassword = defineUndo(forgetCalls, { reset: proved })
export const ofQrCode = defineUndo(qrcodeCalls, { confirm: entered })
export const ofSms = defineUndo(smsCalls, { login: entered })
export const ofSession = defineUndo(sessionCalls, { remove: ended, others: ended })
export const ofRegister = defineUndo(registerCalls, { add: begun })
export const ofClosing = defineUndo(cancelCalls, { cancel: closing })
export const ofChannel = defineUndo(channelCalls, { change: sealed })
