import { expect, test } from 'vitest'
import { remarksIn } from './remarks.ts'

test.each([
  [
    "[W] (In /interfaces/1/ssids/0) Can't find any suitable radio phy for SSID 'Shop' settings",
    {
      level: 'warning',
      place: '/interfaces/1/ssids/0',
      words: { en: 'No radio of this device supports the network “Shop”' },
    },
  ],
  [
    '[E] (In /ethernet/0/speed) Value must be one of 10, 100, 1000',
    { level: 'error', place: '/ethernet/0/speed', words: { zh: '取值只能是 10, 100, 1000' } },
  ],
  ['[!] (In /services/log) as you like', { level: 'note', place: '/services/log', words: { zh: 'as you like' } }],
  ['[W] (In /) Forcing', { level: 'warning', words: { en: 'Forcing' } }],
  ['nonsense (In a)', { level: 'error', words: { zh: 'nonsense (In a)' } }],
  [
    { parameter: 'radios[0].channel', reason: 'bad', substitution: 36 },
    {
      level: 'warning',
      place: '/radios/0/channel',
      text: 'radios[0].channel: bad → 36',
      words: { zh: 'bad，改用 36' },
    },
  ],
  [
    { parameter: 'interfaces/0', reason: { zh: '没有该接口', en: 'No such interface' } },
    { level: 'error', place: '/interfaces/0', text: 'interfaces/0: No such interface', words: { zh: '没有该接口' } },
  ],
])('%j', (given, read) => expect(remarksIn([given])).toMatchObject([read]))

test('any other value is bounded and harmless', () => {
  expect(remarksIn([null, 5, {}, [], ''])).toEqual([])
  expect(remarksIn(Array.from({ length: 1000 }, () => 'x'.repeat(10_000)))).toHaveLength(64)
  expect(remarksIn(['x'.repeat(10_000)])[0]?.text.length).toBeLessThanOrEqual(512)
})
