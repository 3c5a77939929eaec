import { Type } from 'typebox'
import { Flag, Id, IdOrZero, Line, enumOf } from '../../kit/schema.ts'
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
  scene_id: IdOrZero,
  /** Names of what the account may do. */
  permissions: Type.Array(Type.String()),
})

/** The answer of a sign-in that is through. */
export const SignedIn = Type.Object({
  ...Profile.properties,
  token: Type.String(),
  /** The account was closed; signing in took that back. */
  restored: Type.Optional(Flag),
  /** Where it was asked for: what this browser keeps and sends with the next sign-in. */
  known_device: Type.Optional(Type.String()),
})

/**
 * What the browser keeps of an earlier sign-in; '' asks for it. A browser that is known is not kept out by failed tries of others.
 * It is no way in.
 */
export const KnownDevice = Type.Optional(Type.String({ pattern: '^[\\w-]{0,64}$' }))

/** A new password. What it must have is said by the strength rule, not here. */
export const Password = Type.String({ minLength: 1, maxLength: 128 })

/** A name to sign in by; upper and lower case are the same. */
export const AccountName = Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._@+-]{1,63}$' })

/** A mobile phone number as people write it; without a country code it is a Chinese one. */
export const Phone = Line(32, 1)

export const Email = Line(64, 1)

/** Where a code went: one of the two. */
export const codeTarget = { phone: Type.Optional(Phone), email: Type.Optional(Email) }

/** The six digits of a code that was sent. */
export const Code = Type.String({ pattern: '^\\s*\\d{6}\\s*$' })

/** The answer to a puzzle, wherever one may be asked for. */
export const puzzleAnswer = {
  captcha_id: Type.Optional(Line(64)),
  /** Of a question: what was answered, and the work done for it. */
  captcha_text: Type.Optional(Line(64)),
  captcha_work: Type.Optional(Line(64)),
  /** Left edge of the piece when it was let go, pixels of the picture. */
  captcha_x: Type.Optional(Type.Number({ minimum: 0, maximum: 310 })),
  /** Vertical position of the drag at every sample. */
  captcha_trail: Type.Optional(Type.Array(Type.Number({ minimum: -10_000, maximum: 10_000 }), { maxItems: 2400 })),
}
