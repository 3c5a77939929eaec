import { LRUCache } from 'lru-cache'

/** Counts calls in windows of a minute; bounded memory. Returns the seconds to wait, 0 when the call may pass. */
export type RateLimiter = (who: string, perMinute: number) => number

export function countRate(): RateLimiter {
  const windows = new LRUCache<string, { until: number; count: number }>({ max: 50_000 })
  return (who, perMinute) => {
    // elapsed time: a clock that is set back would extend a window
    const now = performance.now()
    const window = windows.get(who)
    if (!window || window.until <= now) {
      windows.set(who, { until: now + 60_000, count: 1 })
      return 0
    }
    window.count++
    return window.count > perMinute ? Math.ceil((window.until - now) / 1000) : 0
  }
}
