import { expect, test } from 'vitest'
import { defineScreen } from '../kit/define-screen.ts'
import { findPages, pageAt } from './find-pages.ts'
import { menuTree } from './menu-tree.ts'

const menu = menuTree([
  defineScreen({ path: '/config/device/ap', title: { zh: '无线 AP', en: 'Access points' } }),
  defineScreen({ path: '/config/device/router', title: { zh: '路由器', en: 'Routers' } }),
  defineScreen({ path: '/config/device/installed', title: { zh: '已安装应用', en: 'Installed apps' }, hidden: true }),
])

test.each([
  ['路由', ['/config/device/router']],
  ['ROUTER', ['/config/device/router']],
  ['ap', ['/config/device/ap']],
  ['installed', []],
  ['  ', []],
])('%s finds %j', (typed, paths) => expect(findPages(menu, typed).map(({ path }) => path)).toEqual(paths))

test('a page knows what is above it; a group is no page', () => {
  expect(pageAt(menu, '/config/device/ap')?.above.map(({ en }) => en)).toEqual(['Configuration', 'Devices'])
  expect(pageAt(menu, '/config')).toBeUndefined()
  expect(pageAt(menu, '/nowhere')).toBeUndefined()
})
