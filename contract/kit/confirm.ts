import { Type } from 'typebox'
import { defineErrors } from './define-errors.ts'
import { Line } from './schema.ts'

export const confirmErrors = defineErrors('confirm', {
  needsConfirm: {
    code: 11400,
    zh: '影响范围较大：{parts}。请核对后输入“{text}”确认',
    en: 'The blast radius is large: {parts}. Check it and confirm by typing “{text}”',
  },
})

/** A confirmation: `text` must be typed, `token` is valid for these devices, this action and this blast radius, for ten minutes. */
export const Confirmation = Type.Object({ token: Type.String(), text: Type.String() })

/**
 * Both are needed where the blast radius is above the bound; else they are ignored. A call without them is refused with
 * `confirm.needsConfirm`, whose data has `blast` and `confirm` to be sent back.
 */
export const Confirmed = {
  confirm_token: Type.Optional(Line(100)),
  confirm_text: Type.Optional(Line(128)),
}
