import { Type } from 'typebox'
import { Flag, Id, IdOrZero, Line, enumOf } from '../../kit/schema.ts'
import { accountRole, theme, wireLang } from './enums.ts'

/** The signed-in user, as the console stores it. */
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
  /** The initial scene; 0: there is none yet. */
  scene_id: IdOrZero,
  /** Names of the account's permissions. */
  permissions: Type.Array(Type.String()),
})

/** The answer of a successful sign-in. */
export const SignedIn = Type.Object({
  ...Profile.properties,
  token: Type.String(),
  /** The account was closed; this sign-in reopened it. */
  restored: Type.Optional(Flag),
  /** If requested: the value that this browser stores and sends with the next sign-in. */
  known_device: Type.Optional(Type.String()),
})

/**
 * The value that the browser stored at an earlier sign-in; '' requests one. Failed attempts of others do not lock out a known browser. It
 * is no credential.
 */
export const KnownDevice = Type.Optional(Type.String({ pattern: '^[\\w-]{0,64}$' }))

/** A new password. The strength rule states its requirements. */
export const Password = Type.String({ minLength: 1, maxLength: 128 })

/** A name to sign in with; case-insensitive. */
export const AccountName = Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._@+-]{1,63}$' })

/** A mobile phone number as people write it; without a country code it is a Chinese one. */
export const Phone = Line(32, 1)

export const Email = Line(64, 1)

/** The target of a code: one of the two. */
export const codeTarget = { phone: Type.Optional(Phone), email: Type.Optional(Email) }

/** The six digits of a code that was sent. */
export const Code = Type.String({ pattern: '^\\s*\\d{6}\\s*$' })

/** The answer to a puzzle, for every call that may need one. */
export const puzzleAnswer = {
  captcha_id: Type.Optional(Line(64)),
  /** Of a question: the answer, and the proof of work. */
  captcha_text: Type.Optional(Line(64)),
  captcha_work: Type.Optional(Line(64)),
  /** Left edge of the piece when it was let go, pixels of the picture. */
  captcha_x: Type.Optional(Type.Number({ minimum: 0, maximum: 310 })),
  /** Vertical position of the drag at every sample. */
  captcha_trail: Type.Optional(Type.Array(Type.Number({ minimum: -10_000, maximum: 10_000 }), { maxItems: 2400 })),
}
