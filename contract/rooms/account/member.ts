import { Type } from 'typebox'
import { defineCalls } from '../../kit/define-calls.ts'
import { Empty, Flag, Id, Name, Revision, Time, enumOf } from '../../kit/schema.ts'
import { tableIn, tableOut } from '../../kit/table.ts'
import { accountRole, userLock, userStatus } from './enums.ts'
import { accountErrors as errors } from './errors.ts'
import { AccountName, Password } from './shapes.ts'

const Member = Type.Object({
  id: Id,
  rev: Type.Integer(),
  account: Type.String(),
  nickName: Type.String(),
  role: enumOf(accountRole),
  is_admin: Flag,
  /** Last use of any of the sessions; 0: not signed in. */
  last_used: Time,
  /** Sign-in needs a second factor. */
  second_step: Flag,
  status: enumOf(userStatus),
  lock: enumOf(userLock),
  /** The member closed the account: it is removed then; 0: it stays. */
  cancel_at: Time,
  /** Sign-in is locked until then because of failed attempts; 0: not locked. */
  locked_until: Time,
  created_at: Time,
  updated_at: Time,
})

export const memberCalls = defineCalls({
  list: {
    at: 'GET user/member',
    does: { zh: '团队成员列表', en: 'List the members of the own team' },
    who: 'account.write',
    scene: 'none',
    in: tableIn({ role: Type.Optional(enumOf(accountRole)) }, [
      'id',
      'account',
      'nickName',
      'role',
      'last_used',
      'created_at',
    ]),
    out: tableOut(Member),
  },
  add: {
    at: 'POST user/member',
    does: { zh: '添加团队成员', en: 'Add a member to the own team' },
    who: 'account.write',
    scene: 'none',
    in: Type.Object({
      account: AccountName,
      nickName: Type.Optional(Name),
      role: enumOf(accountRole),
      password: Password,
      is_admin: Type.Optional(Flag),
    }),
    out: Type.Object({ id: Id }),
    errors: [errors.accountTaken, errors.weakPassword, errors.roleAbove, errors.adminOnly, errors.consoleOnly],
    fresh: true,
  },
  change: {
    at: 'PUT user/member',
    does: { zh: '修改团队成员', en: 'Change name, role or password of a member' },
    who: 'account.write',
    scene: 'none',
    in: Type.Object({
      id: Id,
      rev: Revision,
      nickName: Type.Optional(Name),
      role: Type.Optional(enumOf(accountRole)),
      is_admin: Type.Optional(Flag),
      /** 0 removes the second factor of a member who lost it, with recovery codes and sessions. */
      second_step: Type.Optional(Type.Unsafe<0>({ type: 'integer', enum: [0] })),
      /** A new password ends the member's sessions and lifts a lock-out; users change their own in the profile. */
      password: Type.Optional(Password),
    }),
    out: Type.Object({ rev: Type.Integer() }),
    errors: [
      errors.weakPassword,
      errors.notYourself,
      errors.roleAbove,
      errors.lastOwner,
      errors.lastAdmin,
      errors.adminOnly,
      errors.consoleOnly,
    ],
    fresh: true,
  },
  remove: {
    at: 'DELETE user/member',
    does: { zh: '移除团队成员', en: 'Remove a member with the sessions of the account' },
    who: 'account.write',
    scene: 'none',
    undoable: true,
    in: Type.Object({ id: Id }),
    out: Empty,
    errors: [
      errors.notYourself,
      errors.roleAbove,
      errors.lastOwner,
      errors.lastAdmin,
      errors.adminOnly,
      errors.consoleOnly,
    ],
    fresh: true,
  },
})
