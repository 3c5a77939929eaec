import { say, type Words } from '../../../kit/words/words.ts'
import { absoluteTime } from '../../../ui/values/relative-time.tsx'

const hour = 3600
const day = 24 * hour

/** Periods that end now, by their name in the address. */
export const periods = {
  '24h': { seconds: day, label: { zh: '24 小时', en: '24 h' } },
  '7d': { seconds: 7 * day, label: { zh: '7 天', en: '7 days' } },
  '30d': { seconds: 30 * day, label: { zh: '30 天', en: '30 days' } },
  '90d': { seconds: 90 * day, label: { zh: '90 天', en: '90 days' } },
} as const satisfies Record<string, { seconds: number; label: Words }>

export type PeriodName = keyof typeof periods

export const isPeriod = (text: string): text is PeriodName => Object.hasOwn(periods, text)

/** Minimum length of a period with a curve. */
const shortest = 600
const longest = 400 * day
/** The end of a moving period advances in these steps, so that calls in between are answered from the cache. */
const beat = 300

export interface Period {
  from: number
  to: number
}

/**
 * The period of an address: a fixed range if it contains valid `from` and `to` (unix seconds), else one that ends at
 * the last multiple of five minutes.
 */
export function periodOf(said: { period: string; from: number; to: number }, now: number): Period {
  const { from, to } = said
  if (from > 0 && to - from >= shortest && to - from <= longest && from < now)
    return { from, to: Math.min(to, endOf(now)) }
  const { seconds } = periods[isPeriod(said.period) ? said.period : '24h']
  const end = endOf(now)
  return { from: end - seconds, to: end }
}

const endOf = (now: number) => Math.ceil(now / beat) * beat

/** The range dragged in a chart, extended to the minimum length. */
export function stretchOf(from: number, to: number): Period {
  const missing = Math.max(0, shortest - (to - from))
  return { from: Math.round(from - missing / 2), to: Math.round(to + missing / 2) }
}

/** The period for the heads of files. */
export function periodText({ from, to }: Period): string {
  return say({ zh: '{from} 至 {to}', en: '{from} to {to}' }, { from: absoluteTime(from), to: absoluteTime(to) })
}
