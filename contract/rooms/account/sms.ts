import { Type } from 'typebox'
import { defineCalls } from '../../kit/define-calls.ts'
import { deliveryErrors } from '../delivery/errors.ts'
import { accountErrors as errors } from './errors.ts'
import { Code, KnownDevice, Phone, SignedIn } from './shapes.ts'

export const smsCalls = defineCalls({
  /** With a code that `send/sms` sent for `login`. Refuses with `verifyNeeded` as `user/login` does. */
  login: {
    at: 'POST user/sms/login',
    does: { zh: '短信验证码登录', en: 'Sign in with a code sent by SMS' },
    who: 'anyone',
    scene: 'none',
    in: Type.Object({ phone: Phone, code: Code, known_device: KnownDevice }),
    out: SignedIn,
    errors: [errors.codeWrong, deliveryErrors.badPhone, errors.locked, errors.verifyNeeded],
    // the code stays consumed when the second factor is required
    tx: false,
    per_minute: 30,
  },
})
