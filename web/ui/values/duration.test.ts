import { expect, test } from 'vitest'
import { durationText } from './duration.ts'

test.each([
  [0, '0 秒'],
  [59, '59 秒'],
  [60, '1 分'],
  [3_725, '1 小时 2 分'],
  [86_400, '1 天'],
  [1_047_600, '12 天 3 小时'],
  [86_460, '1 天'],
])('%d seconds are %s', (seconds, text) => expect(durationText(seconds)).toBe(text))
