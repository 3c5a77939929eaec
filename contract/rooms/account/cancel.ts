import { Type } from 'typebox'
import { defineCalls } from '../../kit/define-calls.ts'
import { Empty, Flag, Time } from '../../kit/schema.ts'
import { accountErrors as errors } from './errors.ts'
import { Password } from './shapes.ts'

export const cancelCalls = defineCalls({
  look: {
    at: 'GET user/cancel',
    does: { zh: '查看注销账号的后果', en: 'Preview the effects of closing the own account' },
    who: 'session',
    scene: 'none',
    in: Empty,
    out: Type.Object({
      /** The caller is the team's only member: the team is removed with its scenes and devices. */
      team_goes: Flag,
      scenes: Type.Integer(),
      devices: Type.Integer(),
      sessions: Type.Integer(),
      tokens: Type.Integer(),
      /** When it is removed; a sign-in before restores it. */
      removed_at: Time,
      /** The last owner of a team with others: make another member an owner first. */
      hand_over: Flag,
      /** The last administrator of the installation cannot be removed. */
      last_admin: Flag,
    }),
  },
  cancel: {
    at: 'POST user/cancel',
    does: { zh: '注销账号', en: 'Close the own account' },
    who: 'session',
    scene: 'none',
    in: Type.Object({ password: Password }),
    out: Type.Object({ removed_at: Time }),
    errors: [errors.wrongOldPassword, errors.locked, errors.handOver, errors.lastAdmin, errors.consoleOnly],
    fresh: true,
  },
})
