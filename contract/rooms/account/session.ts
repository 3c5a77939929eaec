import { Type } from 'typebox'
import { defineCalls } from '../../kit/define-calls.ts'
import { Empty, enumOf, Flag, Id, Time } from '../../kit/schema.ts'
import { tableIn, tableOut } from '../../kit/table.ts'
import { loginType, signInMethod } from './enums.ts'
import { accountErrors as errors } from './errors.ts'

/** A browser or program (`Chrome 141`, `Windows`), and the location of its address; empty if unknown. */
const agent = { browser: Type.String(), system: Type.String(), place: Type.String() }

const SessionRow = Type.Object({
  id: Id,
  /** The session of the caller. */
  current: Flag,
  ...agent,
  ip: Type.String(),
  created_at: Time,
  last_used: Time,
  expires_at: Time,
})

const SignInRow = Type.Object({
  id: Id,
  at: Time,
  /** The last factor. */
  way: enumOf(signInMethod),
  type: enumOf(loginType),
  ok: Flag,
  ip: Type.String(),
  ...agent,
})

export const sessionCalls = defineCalls({
  list: {
    at: 'GET user/session',
    does: { zh: '登录会话列表', en: 'List the browsers signed in as the caller' },
    who: 'session',
    scene: 'none',
    in: Empty,
    /** The session of the caller first, then by last use. */
    out: Type.Object({ list: Type.Array(SessionRow) }),
  },
  remove: {
    at: 'DELETE user/session',
    does: { zh: '下线登录会话', en: 'End one session of the caller' },
    who: 'session',
    scene: 'none',
    fresh: true,
    in: Type.Object({ id: Id }),
    out: Empty,
    errors: [errors.consoleOnly],
  },
  others: {
    at: 'POST user/session/others',
    does: { zh: '下线其他全部会话', en: 'End all other sessions of the caller' },
    who: 'session',
    scene: 'none',
    fresh: true,
    in: Empty,
    out: Type.Object({ count: Type.Integer() }),
    errors: [errors.consoleOnly],
  },
  log: {
    at: 'GET user/session/log',
    does: { zh: '登录记录', en: 'List successful and failed sign-ins of the caller in the last 90 days' },
    who: 'session',
    scene: 'none',
    in: tableIn({ ok: Type.Optional(Flag) }, ['at']),
    out: tableOut(SignInRow),
  },
})
