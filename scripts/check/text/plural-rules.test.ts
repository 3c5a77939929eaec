import { expect, test } from 'vitest'
import { pluralBreachesOf } from './plural-rules.ts'
import { parseSource } from '../source.ts'

const found = (text: string) =>
  pluralBreachesOf(parseSource('web/rooms/device/ap/view.tsx', text)).map(({ line, text }) => `${line}: ${text}`)

test.each([
  [`const a = { zh: '{n} 台设备', en: '{n} devices' }`, '{n} devices'],
  [`const a = { zh: '终端 {n}', en: '{n} connected terminals' }`, '{n} connected terminals'],
  [`const a = { zh: '共 {n} 台 AP', en: 'All {n} access points' }`, '{n} access points'],
  [`const a = { zh: '{n} 位访客', en: '{n} people' }`, '{n} people'],
  ['const a = { zh: `${days.length} 天`, en: `${days.length} days` }', '{dayslength} days'],
  [`const a = { zh: '{n} 台', en: one ? 'one device' : '{n} devices' }`, '{n} devices'],
])('%s counts without a form for one', (text, what) =>
  expect(found(`\n${text}`)).toEqual([`2: has a number without a singular form: ${what}; write {n:device|devices}`]),
)

test.each([
  `const a = { zh: '{n} 台设备', en: '{n} {n:device|devices}' }`,
  'const a = { zh: `${n} 天`, en: `${n} ${n === 1 ? "day" : "days"}` }',
  // after a name there is a verb
  `const a = { zh: '{name} 将无法访问该场景', en: '{name} loses access to the scene' }`,
  `const a = { zh: '第 {wave} 批开始', en: 'Wave {wave} begins' }`,
  `const a = { zh: '在线 {n} 台', en: '{n} of the devices' }`,
  `const a = { zh: '{seconds} 秒', en: '{seconds} s is the limit' }`,
  // limits that are above one
  `const a = { zh: '最多 {most} 台设备', en: 'At most {most} devices' }`,
  'const a = { zh: `保留 ${KEPT_DAYS} 天`, en: `Kept for ${KEPT_DAYS} days` }',
])('%s passes', (text) => expect(found(text)).toEqual([]))
