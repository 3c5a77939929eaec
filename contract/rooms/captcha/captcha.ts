import { Type } from 'typebox'
import { defineCalls } from '../../kit/define-calls.ts'
import { Empty, Time } from '../../kit/schema.ts'

export const captchaCalls = defineCalls({
  get: {
    at: 'GET captcha',
    does: { zh: '获取滑动验证图片', en: 'Get a slide-to-verify puzzle' },
    who: 'anyone',
    scene: 'none',
    in: Empty,
    out: Type.Object({
      /** Sent back with the answer; good for one try. */
      captcha_id: Type.String(),
      /** Data URL of the background with its gap. */
      image: Type.String(),
      /** Data URL of the piece; it moves along `y` from the left edge. */
      piece: Type.String(),
      width: Type.Integer(),
      height: Type.Integer(),
      /** Side of the piece's picture. */
      piece_width: Type.Integer(),
      /** Top of the piece's picture. */
      y: Type.Integer(),
      expires_at: Time,
    }),
    per_minute: 60,
  },
  /** For users who cannot see or drag: a text question, and a proof of work of the browser instead of the drag. */
  ask: {
    at: 'GET captcha/question',
    does: { zh: '获取文字验证问题', en: 'Get a question instead of the slide puzzle' },
    who: 'anyone',
    scene: 'none',
    in: Empty,
    out: Type.Object({
      /** Sent back with the answer; good for one try. */
      captcha_id: Type.String(),
      /** In the caller's language; answered by a number or a word. */
      question: Type.String(),
      /** `captcha_work` is a text whose SHA-256 together with the id (`id:text`) begins with so many zero bits. */
      work_bits: Type.Integer(),
      expires_at: Time,
    }),
    per_minute: 60,
  },
})
