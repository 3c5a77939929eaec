import { expect, test } from 'vitest'
import { relativeTime } from './relative-time.tsx'

const now = 1_800_000_000

test.each([
  [now - 30, '刚刚'],
  [now - 60, '1 分钟前'],
  [now - 3 * 3600, '3 小时前'],
  [now - 2 * 86_400, '2 天前'],
  [now + 600, '10 分钟后'],
])('%i', (at, text) => {
  expect(relativeTime(at, now)).toBe(text)
})
