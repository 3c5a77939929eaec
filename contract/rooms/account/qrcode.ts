import { Type } from 'typebox'
import { defineCalls } from '../../kit/define-calls.ts'
import { Empty, enumOf, Flag, Time } from '../../kit/schema.ts'
import { qrState } from './enums.ts'
import { accountErrors as errors } from './errors.ts'
import { SignedIn } from './shapes.ts'

/** The value in the address of the picture; the browser's `key` cannot be derived from it. */
const Qr = Type.String({ pattern: '^[\\w-]{20,64}$' })

export const qrcodeCalls = defineCalls({
  login: {
    at: 'GET user/qrcode/login',
    does: { zh: '获取登录二维码', en: 'Create a QR code to sign in' },
    who: 'anyone',
    scene: 'none',
    in: Empty,
    out: Type.Object({
      /** Known only to the requesting browser, which fetches the session with it. */
      key: Type.String(),
      /** Path to draw, below the console's own origin. */
      url: Type.String(),
      expire_at: Time,
    }),
    per_minute: 30,
  },
  scan: {
    at: 'GET user/qrcode/scan',
    does: { zh: '扫码登录', en: 'Sign in by QR code' },
    who: 'anyone',
    scene: 'none',
    in: Type.Object({
      key: Type.String({ pattern: '^[\\w-]{20,64}$' }),
      /** The state known to the browser: the call waits for a change, at most about 20 s. */
      known: Type.Optional(enumOf(qrState)),
    }),
    /** With `confirmed`, once, the session. */
    out: Type.Object({ state: enumOf(qrState), ...Type.Partial(SignedIn).properties }),
    per_minute: 240,
  },
  look: {
    at: 'POST user/qrcode/look',
    does: { zh: '查看扫码登录请求', en: 'Show a QR code sign-in request' },
    who: 'session',
    scene: 'none',
    in: Type.Object({ qr: Qr }),
    out: Type.Object({
      ip: Type.String(),
      /** The location of the address; empty for private ones. */
      place: Type.String(),
      browser: Type.String(),
      system: Type.String(),
      /** The requesting browser and the phone have the same address. */
      same_address: Flag,
      asked_at: Time,
      expire_at: Time,
    }),
    errors: [errors.qrOver, errors.consoleOnly],
    audit: false,
    per_minute: 60,
  },
  confirm: {
    at: 'POST user/qrcode/confirm',
    does: { zh: '确认扫码登录', en: 'Confirm or refuse a QR code sign-in' },
    who: 'session',
    scene: 'none',
    /** Accepting needs a fresh session if the account has a second factor. The new session is as fresh as the accepting one. */
    in: Type.Object({ qr: Qr, accept: Flag }),
    out: Empty,
    errors: [errors.qrOver, errors.proofNeeded, errors.consoleOnly],
    per_minute: 60,
  },
})
