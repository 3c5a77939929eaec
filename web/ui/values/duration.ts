import { say } from '../base/words.ts'

const parts = [
  { size: 86_400, words: { zh: '{n} 天', en: '{n}d' } },
  { size: 3_600, words: { zh: '{n} 小时', en: '{n}h' } },
  { size: 60, words: { zh: '{n} 分', en: '{n}m' } },
  { size: 1, words: { zh: '{n} 秒', en: '{n}s' } },
]

/** Seconds as the largest units, two by default: `12 天 3 小时`, `12d 3h`. */
export function durationText(seconds: number, units = 2): string {
  let rest = Math.max(0, Math.round(seconds))
  const first = parts.findIndex(({ size }) => rest >= size)
  if (first < 0) return say({ zh: '0 秒', en: '0s' })
  return parts
    .slice(first, first + units)
    .map(({ size, words }) => {
      const n = Math.floor(rest / size)
      rest -= n * size
      return n > 0 ? say(words, { n }) : ''
    })
    .filter(Boolean)
    .join(' ')
}
