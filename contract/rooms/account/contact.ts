import { Type } from 'typebox'
import { defineCalls } from '../../kit/define-calls.ts'
import { Empty, enumOf, Flag } from '../../kit/schema.ts'
import { codeChannel } from './enums.ts'
import { deliveryErrors } from '../delivery/errors.ts'
import { accountErrors as errors } from './errors.ts'
import { Code, codeTarget } from './shapes.ts'

export const contactCalls = defineCalls({
  get: {
    at: 'GET user/contact',
    does: { zh: '已绑定的手机与邮箱', en: 'Read the own phone number and e-mail address' },
    who: 'session',
    scene: 'none',
    in: Empty,
    out: Type.Object({
      /** Partly hidden; empty: none. */
      phone: Type.String(),
      email: Type.String(),
      /** A code sent there is a second factor of a sign-in. */
      second_sms: Flag,
      second_email: Flag,
    }),
  },
  /** Needs two proofs: the session proves the user's identity, the code of `send/*` with purpose `bind` the possession of the address. */
  bind: {
    at: 'POST user/contact/bind',
    does: { zh: '绑定手机或邮箱', en: 'Bind a phone number or e-mail address' },
    who: 'session',
    scene: 'none',
    in: Type.Object({ ...codeTarget, code: Code }),
    out: Empty,
    errors: [
      errors.consoleOnly,
      deliveryErrors.badPhone,
      deliveryErrors.badEmail,
      errors.codeWrong,
      errors.locked,
      errors.contactTaken,
    ],
    fresh: true,
    per_minute: 60,
  },
  unbind: {
    at: 'POST user/contact/unbind',
    does: { zh: '解绑手机或邮箱', en: 'Unbind the phone number or e-mail address' },
    who: 'session',
    scene: 'none',
    in: Type.Object({ channel: enumOf(codeChannel) }),
    out: Empty,
    errors: [errors.consoleOnly, errors.wayNotBound],
    fresh: true,
  },
  second: {
    at: 'POST user/contact/second',
    does: { zh: '设置短信或邮箱作为第二步验证', en: 'Set SMS or e-mail as second step' },
    who: 'session',
    scene: 'none',
    in: Type.Object({ channel: enumOf(codeChannel), on: Flag }),
    out: Empty,
    errors: [errors.consoleOnly, errors.wayNotBound],
    fresh: true,
  },
})
