import { Type } from 'typebox'
import { defineCalls } from '../../kit/define-calls.ts'
import { Empty, enumOf, Flag, Name } from '../../kit/schema.ts'
import { theme } from './enums.ts'
import { deliveryErrors } from '../delivery/errors.ts'
import { accountErrors as errors } from './errors.ts'
import { Code, codeTarget, KnownDevice, Password, SignedIn } from './shapes.ts'

export const registerCalls = defineCalls({
  state: {
    at: 'GET user/register',
    does: { zh: '是否开放注册', en: 'Whether registration is open' },
    who: 'anyone',
    scene: 'none',
    in: Empty,
    out: Type.Object({ open: Flag }),
  },
  /** With a code sent for `register`: a new team with its owner, who is signed in. */
  add: {
    at: 'POST user/register',
    does: { zh: '注册', en: 'Register a new team with its owner' },
    who: 'anyone',
    scene: 'none',
    in: Type.Object({
      ...codeTarget,
      code: Code,
      known_device: KnownDevice,
      password: Password,
      team: Name,
      theme: Type.Optional(enumOf(theme)),
    }),
    out: SignedIn,
    errors: [
      errors.registrationClosed,
      errors.codeWrong,
      errors.weakPassword,
      deliveryErrors.badPhone,
      deliveryErrors.badEmail,
      errors.locked,
    ],
    per_minute: 20,
  },
})
