import { expect, test } from 'vitest'
import { defineScreen } from '../../kit/routing/define-screen.ts'
import { menuTree } from '../menu/menu-tree.ts'
import { routesOf, routesWith, trail } from './routes.ts'

const screen = (path: string, zh: string, en: string, more = {}) => defineScreen({ path, title: { zh, en }, ...more })
const routes = routesOf(
  menuTree([
    screen('/maintenance/log/task', '任务日志', 'Task log'),
    screen('/maintenance/log/sys', '操作日志', 'Operations log'),
    screen('/config/device/ap', '无线 AP', 'Access points'),
    screen('/config/device/$activeName/installed', '日志', 'Log', { hidden: true }),
    screen('/account/info', '账户信息', 'Account'),
  ]),
)
const titles = (typed: string, lang: 'zh' | 'en') =>
  routesWith(routes, typed, (words) => words[lang]).map((route) => route.title[lang])

test('pages are found by their title in the language of the reader, whatever the case; hidden ones are not', () => {
  expect(titles('日志', 'zh')).toEqual(['操作日志', '任务日志'])
  expect(titles('LOG', 'en')).toEqual(['Operations log', 'Task log'])
  expect(titles('task', 'zh')).toEqual([])
  expect(titles(' ', 'zh')).toEqual([])
})

test('a title that begins with the text comes first', () => {
  expect(titles('A', 'en')[0]).toBe('Access points')
})

test('a page knows the titles above it', () => {
  const [task] = routesWith(routes, 'task', (words) => words.en)
  expect(trail(task?.parents.map(({ en }) => en) ?? [])).toBe('Maintenance - Logs')
  expect(routes.find(({ path }) => path === '/account/info')?.aside).toBe(true)
})
