import { expect, test } from 'vitest'
import { FAILURES_EXPIRE, lockedFor, needsCaptcha, orderNav } from './rules.ts'

const now = 1_000_000
const guard = (failures: number, ago = 0, locked = 0) => ({
  failures,
  last_at: now - ago,
  locked_until: locked && now + locked,
})

test.each([
  ['stranger', {}, false, 'the first try'],
  ['stranger', { own: guard(1) }, true, 'after an own failure'],
  ['stranger', { own: guard(1, FAILURES_EXPIRE) }, false, 'the failure is forgotten'],
  ['stranger', { address: guard(2) }, false, 'two failures of the address'],
  ['stranger', { address: guard(3) }, true, 'three failures of the address'],
  ['stranger', { address: guard(3, FAILURES_EXPIRE) }, false, 'of which nobody knows any more'],
  ['stranger', { name: guard(1) }, true, 'somebody failed with the name elsewhere'],
  ['place', { name: guard(200) }, false, 'the account signed in from here'],
  ['place', { address: guard(3) }, true, 'others fail here too'],
  ['place', { own: guard(1) }, true, 'after an own failure'],
  ['device', { name: guard(200), address: guard(200) }, false, 'the browser is known'],
  ['device', { own: guard(1) }, true, 'after an own failure'],
] as const)('%s %j: captcha %s (%s)', (as, counts, needed, _why) => {
  expect(needsCaptcha(as, { own: undefined, name: undefined, address: undefined, ...counts }, now)).toBe(needed)
})

test.each([
  [[], 0],
  [[undefined, guard(3)], 0],
  [[guard(5, 0, 60), undefined], 60],
  [[guard(5, 0, 60), guard(40, 0, 300)], 300],
  [[{ failures: 5, last_at: now - 100, locked_until: now - 40 }], 0],
])('%j waits %i s', (guards, seconds) => {
  expect(lockedFor(guards, now)).toBe(seconds)
})

const entry = (slug: string, sort: number) => ({ slug, title: slug, sort })

test.each([
  [[], 'zh', ['/index 首页']],
  [[], 'en', ['/index Home']],
  [[entry('/data', 1), entry('/scene', 2)], 'en', ['/index Home', '/data /data', '/scene /scene']],
  [[entry('/scene', 7), entry('/index', 3)], 'en', ['/index /index', '/scene /scene']],
  [[entry('/scene', 1), entry('/index', 3)], 'en', ['/scene /scene', '/index /index']],
  [[entry('/a', 1), entry('/a', 2), entry('index', 2)], 'en', ['/a /a', 'index index']],
] as const)('menu %j in %s', (nav, lang, wanted) => {
  const list = orderNav(nav, lang)
  expect(list.map(({ slug, title }) => `${slug} ${title}`)).toEqual(wanted)
  expect(list.map(({ sort }) => sort)).toEqual(list.map((_, at) => at + 1))
})
