import { expect, test } from 'vitest'
import { draftOf, minuteOf, problemsOf, timeText, settingInputOf } from './draft.ts'
import type { ListedSetting } from './setting.ts'

const setting = {
  type: 'dev_signal_jam',
  enabled: 1,
  level: 2,
  threshold: 85,
  duration_s: 300,
  notify_recover: 1,
  repeat_s: 0,
  quiet: [],
  targets: [],
  escalate: [],
  bounds: { threshold: { label: '', unit: '%', least: 20, most: 100 }, duration_most: 86_400 },
} as unknown as ListedSetting

test('only what was changed is wished for', () => {
  const draft = draftOf(setting)
  expect(settingInputOf(setting, draft)).toEqual({ type: 'dev_signal_jam' })
  expect(settingInputOf(setting, { ...draft, threshold: '70', enabled: false })).toEqual({
    type: 'dev_signal_jam',
    threshold: 70,
    enabled: 0,
  })
})

test.each([
  ['20', '0', []],
  ['19', '0', ['threshold']],
  ['', '0', ['threshold']],
  ['x', '1.5', ['threshold', 'duration']],
  ['50', '86401', ['duration']],
])('threshold %s and %s seconds', (threshold, duration, wrong) => {
  expect(Object.keys(problemsOf(setting, { ...draftOf(setting), threshold, duration }))).toEqual(wrong)
})

test.each([
  ['08:30', 510],
  ['0:05', 5],
  ['24:00', undefined],
  ['7:60', undefined],
  ['', undefined],
])('%s is minute %s', (text, minute) => {
  expect(minuteOf(text)).toBe(minute)
})

test('a minute is written as a time of day', () => {
  expect([timeText(510), timeText(1440)]).toEqual(['08:30', '00:00'])
})
