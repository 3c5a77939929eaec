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
      /** When the password was set; 0: before that was noted. */
      password_at: Time,
      /** When the authenticator was bound; 0: it is not. */
      bound_at: Time,
      /** Recovery codes not used yet. */
      recovery_left: Type.Integer(),
      /** How the caller can prove who it is at the moment, strongest first. */
      methods: Type.Array(Method),
      /** This session proved it until then; 0: it has to again. */
      proved_until: Time,
    }),
  },
  /**
   * Two steps. Without `code` it begins: answers the secret and the `otpauth://` address to draw. With a code of the
   * authenticator it ends: answers the recovery codes, which are told this once.
   */
  bind: {
    at: 'POST user/otp/bind',
    does: { zh: '绑定身份验证器', en: 'Bind an authenticator app' },
    who: 'session',
    scene: 'none',
    in: Type.Object({ code: Type.Optional(Type.String({ pattern: '^\\d{6}$' })) }),
    out: Type.Object({
      /** Base32, as an authenticator takes it by hand. */
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
   * With the `ticket` that `data.verify` of a sign-in came with, it ends the sign-in and answers the session. Without one it
   * makes the caller's session fresh for ten minutes (refusal `proofNeeded` of calls that ask for it).
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
    // a failed try is counted whatever becomes of the call
    tx: false,
    per_minute: 60,
  },
  send: {
    at: 'POST user/otp/send',
    does: { zh: '发送两步验证码', en: 'Send a code for the second step' },
    who: 'anyone',
    scene: 'none',
    /** Without a ticket it goes to the caller of the session. */
    in: Type.Object({
      ticket: Type.Optional(Line(64, 20)),
      method: Type.Union([Type.Literal('sms'), Type.Literal('email')]),
    }),
    out: Type.Object({
      /** Seconds until another can be asked for. */
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
