import { Type } from 'typebox'
import { defineCalls } from '../../kit/define-calls.ts'
import { Empty } from '../../kit/schema.ts'
import { accountErrors as errors } from './errors.ts'

const out = Type.Object({
  /** Data URL of a small square picture; empty: none. */
  avatar: Type.String(),
})

export const avatarCalls = defineCalls({
  /** The picture is the file `avatar` of a form: PNG, JPEG or WebP of at most 5 MB. It is re-encoded. */
  change: {
    at: 'POST user/avatar',
    does: { zh: '修改头像', en: 'Change the own picture' },
    who: 'session',
    scene: 'none',
    in: Empty,
    out,
    errors: [errors.notAPicture],
    uploads: { files: 1, bytes: 16 << 20 },
    audit: false,
    per_minute: 20,
  },
  remove: {
    at: 'DELETE user/avatar',
    does: { zh: '移除头像', en: 'Remove the own picture' },
    who: 'session',
    scene: 'none',
    in: Empty,
    out,
    audit: false,
  },
})
