import { expect, test } from 'vitest'
import type { StatedRoute } from '../print/inventory.ts'
import type { FoundScreen } from '../print/print-screens.ts'
import { routeBreachesOf } from './route-rules.ts'

const route = (path: string, more: Partial<StatedRoute> = {}): StatedRoute => ({
  path,
  kind: 'shell',
  scene: 'none',
  note: '',
  ...more,
})
const screen = (path: string, more: Partial<FoundScreen> = {}): FoundScreen => ({
  file: 'web/rooms/x/y/screen.ts',
  path,
  title: { zh: '', en: '' },
  ...more,
})
const told = (one: StatedRoute, ...screens: FoundScreen[]) => routeBreachesOf([one], screens).map(({ text }) => text)

test('a screen that matches its row is accepted', () => {
  expect(told(route('/login', { kind: 'public' }), screen('/login/{-$clear}', { file: 'public-screen.ts' }))).toEqual(
    [],
  )
  expect(told(route('/a/:name', { scene: 'bound' }), screen('/a/$name', { sceneBound: true }))).toEqual([])
  expect(told(route('/order/cost', { kind: 'shell, hidden from main menu' }), screen('/order/cost'))).toEqual([])
  expect(told(route('/404', { kind: 'public' }))).toEqual([])
})

test.each([
  ['missing', route('/a'), [], 'no screen has the address /a'],
  ['not bound', route('/a', { scene: 'bound' }), [screen('/a')], '/a: is not bound to a scene'],
  ['bound', route('/a'), [screen('/a', { sceneBound: true })], '/a: is bound to a scene'],
  [
    'without all scenes',
    route('/a', { scene: 'bound, all scenes' }),
    [screen('/a', { sceneBound: true })],
    '/a: is not for all scenes',
  ],
  ['in menus', route('/a', { kind: 'shell, hidden' }), [screen('/a')], '/a: is not hidden from menus'],
  [
    'in the main menu',
    route('/a', { kind: 'shell, hidden from main menu' }),
    [screen('/a')],
    '/a: is not outside the main menu',
  ],
  ['without its badge', route('/a', { note: 'badged new' }), [screen('/a')], '/a: is not badged new'],
] as const)('%s is found', (_what, stated, screens, text) => expect(told(stated, ...screens)).toEqual([text]))
