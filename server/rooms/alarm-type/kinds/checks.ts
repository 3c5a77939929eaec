import type { CheckFact } from '@belvedere/drivers/kit/facts.ts'
import type { AlarmType, AlarmParams } from '../define-alarm-type.ts'

/** Findings of a device's own check that have types of their own. */
export type Checked = Exclude<CheckFact['what'], 'other'>

/**
 * A failed check raises it, the next check without it ends it; an event with this member in its payload raises it
 * earlier.
 */
export function checkOf(
  what: Checked,
  event?: { hears: string; names: string },
): Pick<AlarmType, 'gauge' | 'hears' | 'heard'> {
  return {
    gauge: ({ facts: { checks } }) =>
      checks
        ?.filter((one) => one.what === what)
        .map(({ where, text }) => ({ key: where, value: 1, params: text ? { said: text } : {} })),
    ...(event && {
      hears: [event.hears],
      heard({ data = {} }) {
        const { [event.names]: name, error } = data
        if (typeof name !== 'string') return undefined
        return {
          key: name.slice(0, 64),
          what: 'rises',
          params: typeof error === 'string' ? { said: error.slice(0, 256) } : {},
        }
      },
    }),
  }
}

/** Appended to a text: the words of the device. */
export const quotedText = (said: AlarmParams[string]): { zh: string; en: string } =>
  typeof said === 'string' ? { zh: `：${said}`, en: `: ${said}` } : { zh: '', en: '' }
