import { Type } from 'typebox'
import { defineCalls } from '../../kit/define-calls.ts'
import { Empty } from '../../kit/schema.ts'
import { deliveryErrors } from '../delivery/errors.ts'
import { accountErrors as errors } from './errors.ts'
import { Code, codeTarget, Password } from './shapes.ts'

export const forgetCalls = defineCalls({
  /** With a code sent for `forget`. Every session of the account ends; the next sign-in still needs the second factor. */
  reset: {
    at: 'POST user/forget',
    does: { zh: '找回密码', en: 'Set a new password with a code that was sent' },
    who: 'anyone',
    scene: 'none',
    in: Type.Object({ ...codeTarget, code: Code, password: Password }),
    out: Empty,
    errors: [errors.codeWrong, errors.weakPassword, deliveryErrors.badPhone, deliveryErrors.badEmail, errors.locked],
    per_minute: 20,
  },
})
