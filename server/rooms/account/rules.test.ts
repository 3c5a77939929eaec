import { expect, test } from 'vitest'
import { FORGET_FAILURES, lockedFor, needsCaptcha, orderNav } from './rules.ts'

const now = 1_000_000
const guard = (failures: number, ago = 0, locked = 0) => ({
  failures,
  last_at: now - ago,
  locked_until: locked && now + locked,
})

test.each([
  [undefined, undefined, false, 'the first try'],
  [guard(1), undefined, true, 'after a failure of the account'],
  [guard(1, FORGET_FAILURES), undefined, false, 'the failure is forgotten'],
  [undefined, guard(2), false, 'two failures of the address'],
  [undefined, guard(3), true, 'three failures of the address'],
  [undefined, guard(3, FORGET_FAILURES), false, 'of which nobody knows any more'],
])('account %j, address %j: captcha %s (%s)', (account, address, needed, _why) => {
  expect(needsCaptcha(account, address, now)).toBe(needed)
})

test.each([
  [[], 0],
  [[undefined, guard(3)], 0],
  [[guard(5, 0, 60), undefined], 60],
  [[guard(5, 0, 60), guard(40, 0, 300)], 300],
  [[{ failures: 5, last_at: now - 100, locked_until: now - 40 }], 0],
])('%j wait %i s', (guards, seconds) => {
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
