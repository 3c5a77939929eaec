import { Type } from 'typebox'
import { defineCalls } from '../../kit/define-calls.ts'
import { Empty, enumOf, Flag, Line, Name } from '../../kit/schema.ts'
import { theme, wireLang } from './enums.ts'
import { captchaErrors } from '../captcha/errors.ts'
import { accountErrors as errors } from './errors.ts'
import { KnownDevice, Password, Profile, puzzleAnswer, SignedIn } from './shapes.ts'

export const userCalls = defineCalls({
  /**
   * Refusals have `captcha: 1` in `data` when the next attempt needs a solved puzzle. `verifyNeeded` has `verify: 1`, `methods`, `mask` and
   * a `ticket` for `user/otp/verify`.
   */
  login: {
    at: 'POST user/login',
    does: { zh: '登录', en: 'Sign in' },
    who: 'anyone',
    scene: 'none',
    in: Type.Object({
      account: Line(64, 1),
      password: Password,
      known_device: KnownDevice,
      ...puzzleAnswer,
    }),
    out: SignedIn,
    errors: [
      errors.wrongPassword,
      captchaErrors.captchaNeeded,
      captchaErrors.captchaFailed,
      captchaErrors.captchaTooRegular,
      errors.locked,
      errors.verifyNeeded,
    ],
    // no transaction: an attempt is counted before the password is checked
    tx: false,
    per_minute: 60,
  },
  logout: {
    at: 'POST user/logout',
    does: { zh: '退出登录', en: 'Sign out' },
    who: 'session',
    scene: 'none',
    in: Empty,
    out: Empty,
    audit: false,
  },
  profile: {
    at: 'GET user/profile',
    does: { zh: '个人信息', en: 'Read the own profile and permissions' },
    who: 'session',
    scene: 'none',
    in: Empty,
    out: Profile,
  },
  changeProfile: {
    at: 'POST user/profile',
    does: { zh: '修改个人信息', en: 'Change the own profile or password' },
    who: 'session',
    scene: 'none',
    in: Type.Object({
      theme: Type.Optional(enumOf(theme)),
      language: Type.Optional(enumOf(wireLang)),
      nickName: Type.Optional(Name),
      /** Needed with `password`; every other session of the account ends. */
      old_password: Type.Optional(Password),
      password: Type.Optional(Password),
      /** With `password`: 1 keeps the API tokens of the account, which end otherwise. */
      keep_tokens: Type.Optional(Flag),
    }),
    out: Profile,
    errors: [errors.weakPassword, errors.wrongOldPassword, errors.locked, errors.consoleOnly],
    per_minute: 120,
  },
})
