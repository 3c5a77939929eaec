import { expect, test } from 'vitest'
import { defineScreen } from '../../kit/routing/define-screen.ts'
import { firstScreen, menuTree, parentRedirects, permitted, trailTo } from './menu-tree.ts'

const screen = (path: string, more = {}) => defineScreen({ path, title: { zh: path, en: path }, ...more })
const screens = [
  screen('/maintenance/log/sys'),
  screen('/config/device/ap', { order: 2, permission: ['device.read'] }),
  screen('/config/device/router', { order: 1, permission: ['device.read'] }),
  screen('/config/device/$activeName/installed', { hidden: true }),
  screen('/config/group'),
  screen('/account/info', { hidden: true }),
]

test('areas come in their own order and only where a screen is', () => {
  expect(menuTree(screens).map((area) => area.path)).toEqual(['/config', '/maintenance'])
})

test('order decides among neighbours', () => {
  const [config] = menuTree(screens)
  expect(config?.children.map((child) => child.path)).toEqual(['/config/device', '/config/group'])
  expect(firstScreen(config!)?.path).toBe('/config/device/router')
})

test('screens without permission are omitted, but planned screens are shown to all users', () => {
  const entries = [...screens, screen('/order/cost', { planned: true, permission: ['order.read'] })].map((each) => ({
    screen: each,
  }))
  const pathsFor = (held: readonly string[]) => permitted(entries, held).map((each) => each.screen.path)
  expect(pathsFor([])).not.toContain('/config/device/ap')
  expect(pathsFor([])).toContain('/order/cost')
  expect(pathsFor(['device.read'])).toHaveLength(entries.length)
})

test('a built screen takes the place of the plan of the same address', () => {
  const entries = [screen('/config/group', { planned: true }), screen('/config/group')].map((each) => ({
    screen: each,
  }))
  expect(permitted(entries, [])).toEqual([entries[1]])
})

test('parents lead to the first implemented screen, and are planned if there is none', () => {
  const tree = menuTree([
    screen('/config/device/ap', { planned: true, order: 1 }),
    screen('/config/group', { order: 2 }),
    screen('/data/user', { planned: true }),
  ])
  expect(tree.map((area) => [area.path, area.planned === true, firstScreen(area)?.path])).toEqual([
    ['/config', false, '/config/group'],
    ['/data', true, '/data/user'],
  ])
})

test('parents lead to their first screen and the start to the first of all', () => {
  const redirects = parentRedirects(screens)
  expect(redirects.get('/config')).toBe('/config/device/router')
  expect(redirects.get('/config/device')).toBe('/config/device/router')
  expect(redirects.get('/maintenance/log')).toBe('/maintenance/log/sys')
  expect(redirects.get('/index')).toBe('/config/device/router')
})

test('the trail names every place above a screen', () => {
  expect(trailTo(menuTree(screens), '/maintenance/log/sys').map((place) => place.path)).toEqual([
    '/maintenance',
    '/maintenance/log',
    '/maintenance/log/sys',
  ])
  expect(trailTo(menuTree(screens), '/nowhere')).toEqual([])
})
