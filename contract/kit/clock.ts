import { Type } from 'typebox'

/** '0' Sunday to '6' Saturday. */
export const Weekday = Type.Unsafe<'0' | '1' | '2' | '3' | '4' | '5' | '6'>({
  type: 'string',
  enum: ['0', '1', '2', '3', '4', '5', '6'],
})
export const Weekdays = Type.Array(Weekday, { minItems: 1, maxItems: 7, uniqueItems: true })
/** `HH:MM`, by the clocks of a scene. */
export const Clock = Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' })
