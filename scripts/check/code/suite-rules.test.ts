import { expect, test } from 'vitest'
import { parseSource } from '../source.ts'
import { elapsedBreachesOf, retryBreachesOf, tableBreachesOf } from './suite-rules.ts'

const at = (path: string, text: string) => parseSource(path, text)

test.each([
  'expect(performance.now() - began).toBeLessThan(5000)',
  "expect(Date.now() - began, 'soon').toBeLessThanOrEqual(5000)",
  'const seconds = (performance.now() - began) / 1000\nexpect(seconds).toBeLessThan(10)',
])('a bound on the time that passed is refused: %s', (text) => {
  expect(elapsedBreachesOf(at('server/a.test.ts', text))).toHaveLength(1)
  expect(elapsedBreachesOf(at('bench/figures/a.ts', text))).toEqual([])
})

test.each([
  'expect(performance.now() - began).toBeGreaterThan(900)',
  'expect(taken.length).toBeLessThan(30)',
  'const took = performance.now() - began\nconsole.log(took)\nexpect(taken).toBeLessThan(took)',
])('taken: %s', (text) => expect(elapsedBreachesOf(at('server/a.test.ts', text))).toEqual([]))

test('a retried test is refused', () => {
  expect(retryBreachesOf(at('web/a.test.ts', "test('a', { retry: 4 }, () => {})"))).toHaveLength(1)
  expect(
    retryBreachesOf(at('web/vitest.browser.config.ts', 'export default { test: { retry: RETRIES } }')),
  ).toHaveLength(1)
  expect(retryBreachesOf(at('e2e/playwright.config.ts', 'export default { retries: 0 }'))).toEqual([])
  expect(retryBreachesOf(at('contract/a.ts', 'export const a = { retry: 4 }'))).toEqual([])
})

test('a journey that changes a table by SQL is refused, and an exception that is not needed', () => {
  const journey = (text: string, exceptions: string[] = []) =>
    tableBreachesOf(at('e2e/a.e2e.ts', `await db.query('${text}')`), exceptions)
  for (const text of [
    'update session set proved_at = 0',
    'update session s set proved_at = 0',
    'insert into alarm (id) values (1)',
    'delete from captcha',
    'create or replace trigger kept before insert on report',
  ])
    expect(journey(text)).toHaveLength(1)
  expect(journey('select id from device')).toEqual([])
  expect(journey('delete from captcha', ['e2e/a.e2e.ts'])).toEqual([])
  expect(journey('select id from device', ['e2e/a.e2e.ts'])).toHaveLength(1)
})
