import { Type } from 'typebox'
import { enumOf, Flag, Id } from '../../kit/schema.ts'
import { accountRole, theme, wireLang } from './enums.ts'

/** Who is signed in, as the console keeps it. */
export const Profile = Type.Object({
  uid: Id,
  account: Type.String(),
  nickName: Type.String(),
  avatar: Type.String(),
  is_admin: Flag,
  role: enumOf(accountRole),
  team: Type.String(),
  theme: enumOf(theme),
  language: enumOf(wireLang),
  /** A scene to begin with; 0: there is none yet. */
  scene_id: Type.Integer({ minimum: 0 }),
  /** Names of what the account may do. */
  permissions: Type.Array(Type.String()),
})

/** A new password. What it must have is said by the strength rule, not here. */
export const Password = Type.String({ minLength: 1, maxLength: 128 })

/** A name to sign in by; upper and lower case are the same. */
export const AccountName = Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._@+-]{1,63}$' })
