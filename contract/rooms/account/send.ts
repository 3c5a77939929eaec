import { Type } from 'typebox'
import { defineCalls } from '../../kit/define-calls.ts'
import { enumOf } from '../../kit/schema.ts'
import { codePurpose } from '../delivery/enums.ts'
import { deliveryErrors } from '../delivery/errors.ts'
import { captchaErrors } from '../captcha/errors.ts'
import { accountErrors as errors } from './errors.ts'
import { Email, Phone, puzzleAnswer } from './shapes.ts'

/** The answer is the same whether or not an account has the address. */
const Sent = Type.Object({
  /** Seconds until a new code can be requested. */
  resend_in: Type.Integer(),
  /** Seconds for which the code is valid. */
  expires_in: Type.Integer(),
})

/**
 * `login`, `register` and `forget` need an answered puzzle; `bind` needs a session; `verify` and `cancel` need a session and
 * go to the account's own address, so none is given.
 */
const common = {
  who: 'anyone',
  scene: 'none',
  out: Sent,
  audit: false,
  // no transaction: a puzzle stays consumed when the call is refused
  tx: false,
  per_minute: 60,
} as const
const refusals = [
  captchaErrors.captchaNeeded,
  captchaErrors.captchaFailed,
  captchaErrors.captchaTooRegular,
  errors.codeTooSoon,
  errors.codeTooMany,
  errors.registrationClosed,
]

export const sendCalls = defineCalls({
  sms: {
    ...common,
    at: 'POST send/sms',
    does: { zh: '发送短信验证码', en: 'Send a code by SMS' },
    in: Type.Object({ phone: Type.Optional(Phone), purpose: enumOf(codePurpose), ...puzzleAnswer }),
    errors: [...refusals, deliveryErrors.badPhone],
  },
  email: {
    ...common,
    at: 'POST send/email',
    does: { zh: '发送邮件验证码', en: 'Send a code by e-mail' },
    in: Type.Object({ email: Type.Optional(Email), purpose: enumOf(codePurpose), ...puzzleAnswer }),
    errors: [...refusals, deliveryErrors.badEmail],
  },
})
