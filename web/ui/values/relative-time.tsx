import { useSyncExternalStore } from 'react'
import { lang, say } from '../base/words.ts'

const steps = [
  { below: 3_600, size: 60, unit: 'minute' },
  { below: 86_400, size: 3_600, unit: 'hour' },
  { below: 86_400 * 30, size: 86_400, unit: 'day' },
  { below: 86_400 * 365, size: 86_400 * 30, unit: 'month' },
  { below: Infinity, size: 86_400 * 365, unit: 'year' },
] as const

const locale = lang === 'zh' ? 'zh-CN' : 'en'
// created on first use: the tables of a language cost more than a page of rows
let relative: Intl.RelativeTimeFormat | undefined
let absolute: Intl.DateTimeFormat | undefined

/** Unix seconds as date and time in the user's language. */
export function absoluteTime(at: number): string {
  absolute ??= new Intl.DateTimeFormat(lang === 'zh' ? 'zh-CN' : 'en-GB', {
    dateStyle: 'medium',
    timeStyle: 'medium',
    hour12: false,
  })
  return absolute.format(at * 1000)
}

/** The time before or after `now`, both in unix seconds; under a minute is "just now". */
export function relativeTime(at: number, now: number): string {
  const distance = at - now
  if (Math.abs(distance) < 60) return say({ zh: '刚刚', en: 'just now' })
  const step = steps.find(({ below }) => Math.abs(distance) < below) ?? steps[4]
  relative ??= new Intl.RelativeTimeFormat(locale, { numeric: 'always', style: 'short' })
  // Chinese text has a space between digits and words, as elsewhere in the console
  return relative.format(Math.trunc(distance / step.size), step.unit).replace(/(\d)(?=\p{Script=Han})/u, '$1 ')
}

// One timer for all times on the page; 15 s is sufficient for minutes.
const beat = 15_000
let now = Math.floor(Date.now() / 1000)
const watchers = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

function subscribe(watcher: () => void): () => void {
  watchers.add(watcher)
  timer ??= setInterval(() => {
    now = Math.floor(Date.now() / 1000)
    for (const each of watchers) each()
  }, beat)
  return () => {
    watchers.delete(watcher)
    if (watchers.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** Current unix seconds, updated while texts with relative times are shown. */
export function useNow(): number {
  const current = useSyncExternalStore(subscribe, () => now)
  return Math.max(current, Math.floor(Date.now() / 1000))
}

/** "3 minutes ago", updated; the date on hover. `at` in unix seconds; a dash without a time. */
export function RelativeTime({ at, className }: { at: number | null | undefined; className?: string }) {
  const current = useNow()
  if (!at) return <span className="text-faint">–</span>
  return (
    <time dateTime={new Date(at * 1000).toISOString()} data-tip-at={at} className={className}>
      {relativeTime(at, current)}
    </time>
  )
}
