import { expect, test } from 'vitest'
import { say } from '../../../kit/words/words.ts'
import { poeWords } from './poe-words.ts'

test.each([
  ['Searching', { zh: '未接受电设备', en: 'Searching' }],
  ['Delivering Power', { zh: '正在供电', en: 'Delivering' }],
  ['delivering_power', { zh: '正在供电', en: 'Delivering' }],
  ['MPS_ABSENT', { zh: '受电设备已断开', en: 'Device unplugged' }],
  ['thermal_shutdown', { zh: '过热关断', en: 'Too hot, shut down' }],
])('%s is told in words', (told, words) => expect(poeWords(told)).toBe(say(words)))

test('unknown values stay as reported', () => {
  for (const told of ['Class 9 magic', '', 'constructor']) expect(poeWords(told)).toBe(told)
})
