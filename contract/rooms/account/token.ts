import { Type } from 'typebox'
import { defineCalls } from '../../kit/define-calls.ts'
import { Empty, enumOf, Flag, Id, Name, Time } from '../../kit/schema.ts'
import { accountRole } from './enums.ts'
import { accountErrors as errors } from './errors.ts'

const TokenRow = Type.Object({
  id: Id,
  name: Type.String(),
  /** Its permissions are those of both this role and the owner's. */
  role: enumOf(accountRole),
  /** May make calls that otherwise need a fresh session. */
  sensitive: Flag,
  created_at: Time,
  /** 0: never used. */
  last_used: Time,
  expires_at: Time,
})

export const tokenCalls = defineCalls({
  list: {
    at: 'GET user/token',
    does: { zh: 'API 令牌列表', en: 'List the API tokens of the caller' },
    who: 'session',
    scene: 'none',
    in: Empty,
    out: Type.Object({ list: Type.Array(TokenRow) }),
  },
  /** The token goes in the `Authorization` header like a session's; `uid` may be left out. */
  add: {
    at: 'POST user/token',
    does: { zh: '创建 API 令牌', en: 'Create an API token' },
    who: 'session',
    scene: 'none',
    in: Type.Object({
      name: Name,
      role: enumOf(accountRole),
      days: Type.Integer({ minimum: 1, maximum: 366 }),
      sensitive: Type.Optional(Flag),
    }),
    /** The token itself is returned only once. */
    out: Type.Object({ id: Id, token: Type.String(), expires_at: Time }),
    errors: [errors.tokenName, errors.tokenRole, errors.tooManyTokens, errors.consoleOnly],
    fresh: true,
  },
  remove: {
    at: 'DELETE user/token',
    does: { zh: '撤销 API 令牌', en: 'Revoke an API token' },
    who: 'session',
    scene: 'none',
    fresh: true,
    in: Type.Object({ id: Id }),
    out: Empty,
    errors: [errors.consoleOnly],
  },
})
