import { Type } from 'typebox'
import { defineCalls } from '../../kit/define-calls.ts'
import { Empty, Line, Time, enumOf } from '../../kit/schema.ts'
import { verifyMethod } from './enums.ts'
import { accountErrors as errors } from './errors.ts'
import { KnownDevice, SignedIn } from './shapes.ts'

const Method = enumOf(verifyMethod)
const RecoveryCodes = Type.Array(Type.String())

export const otpCalls = defineCalls({
  state: {
    at: 'GET user/otp',
    does: { zh: '账户安全状态', en: 'Security status of the own account' },
    who: 'session',
    scene: 'none',
    in: Empty,
    out: Type.Object({
      /** When the password was set; 0: unknown. */
      password_at: Time,
      /** When the authenticator was set up; 0: it is not. */
      bound_at: Time,
      /** Recovery codes not used yet. */
      recovery_left: Type.Integer(),
      /** The present methods of proof, strongest first. */
      methods: Type.Array(Method),
      /** The proof of this session is valid until then; 0: it must prove again. */
      proved_until: Time,
    }),
  },
  /**
   * Two steps. Without `code` it starts the setup and answers the secret and the `otpauth://` address. With a code of the authenticator it
   * completes the setup and answers the recovery codes, which are shown only once.
   */
  bind: {
    at: 'POST user/otp/bind',
    does: { zh: '绑定身份验证器', en: 'Bind an authenticator app' },
    who: 'session',
    scene: 'none',
    in: Type.Object({ code: Type.Optional(Type.String({ pattern: '^\\d{6}$' })) }),
    out: Type.Object({
      /** Base32, for manual entry. */
      secret: Type.Optional(Type.String()),
      uri: Type.Optional(Type.String()),
      recovery: Type.Optional(RecoveryCodes),
    }),
    errors: [errors.otpBound, errors.otpBeginAgain, errors.codeWrong, errors.consoleOnly],
    fresh: true,
    per_minute: 60,
  },
  unbind: {
    at: 'POST user/otp/unbind',
    does: { zh: '解绑身份验证器', en: 'Unbind the authenticator app' },
    who: 'session',
    scene: 'none',
    in: Type.Object({
      method: Type.Union([Type.Literal('password'), Type.Literal('otp'), Type.Literal('recovery')]),
      code: Type.String({ minLength: 1, maxLength: 128 }),
    }),
    out: Empty,
    errors: [errors.otpNotBound, errors.codeWrong, errors.wrongOldPassword, errors.locked, errors.consoleOnly],
    fresh: true,
    per_minute: 60,
  },
  /**
   * With the `ticket` of a sign-in's `data.verify` it completes the sign-in and answers the session. Without one it makes the caller's
   * session fresh for ten minutes (refusal `proofNeeded` of calls that need it).
   */
  verify: {
    at: 'POST user/otp/verify',
    does: { zh: '两步验证', en: 'Complete two-step verification' },
    who: 'anyone',
    scene: 'none',
    in: Type.Object({
      ticket: Type.Optional(Line(64, 20)),
      method: Method,
      code: Type.String({ minLength: 1, maxLength: 128 }),
      known_device: KnownDevice,
    }),
    out: Type.Union([SignedIn, Type.Object({ proved_until: Time })]),
    errors: [errors.codeWrong, errors.ticketOver, errors.locked, errors.consoleOnly],
    // a failed attempt is counted even if the call fails
    tx: false,
    per_minute: 60,
  },
  send: {
    at: 'POST user/otp/send',
    does: { zh: '发送两步验证码', en: 'Send a code for the second step' },
    who: 'anyone',
    scene: 'none',
    /** Without a ticket it is sent to the owner of the session. */
    in: Type.Object({
      ticket: Type.Optional(Line(64, 20)),
      method: Type.Union([Type.Literal('sms'), Type.Literal('email')]),
    }),
    out: Type.Object({
      /** Seconds until a new one can be requested. */
      resend_in: Type.Integer(),
      expires_in: Type.Integer(),
    }),
    errors: [errors.ticketOver, errors.wayNotBound, errors.codeTooSoon, errors.codeTooMany],
    audit: false,
    tx: false,
    per_minute: 30,
  },
  recovery: {
    at: 'POST user/otp/recovery',
    does: { zh: '重新生成恢复码', en: 'Create new recovery codes; the old ones become invalid' },
    who: 'session',
    scene: 'none',
    in: Empty,
    out: Type.Object({ recovery: RecoveryCodes }),
    errors: [errors.otpNotBound, errors.consoleOnly],
    fresh: true,
    per_minute: 20,
  },
})
