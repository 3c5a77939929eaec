import { expect, test } from 'vitest'
import { type PlacedScreen, planBreachesOf } from './plan-rules.ts'

const at = (name: string, more: Partial<PlacedScreen> = {}): PlacedScreen => ({
  file: `web/rooms/scene/${name}/screen.ts`,
  path: `/scene/${name}`,
  ...more,
})
const told = (screens: readonly PlacedScreen[], ...files: string[]) =>
  planBreachesOf(
    screens,
    files.map((file) => `web/rooms/scene/${file}`),
  ).map(({ text }) => text)

test('a plan or a view, as the screen states', () => {
  expect(told([at('map', { planned: true })], 'map/planned.ts')).toEqual([])
  expect(told([at('list')], 'list/view.tsx')).toEqual([])
})

test.each([
  ['a view beside a plan', [at('map', { planned: true })], ['map/planned.ts', 'map/view.tsx'], /has a view/],
  ['a plan without words', [at('map', { planned: true })], [], /no planned.ts/],
  ['a plan left behind', [at('map')], ['map/planned.ts', 'map/view.tsx'], /is built/],
  ['a screen without a view', [at('map')], [], /no view.tsx/],
  [
    'an address stated twice',
    [at('map'), at('new-map', { path: '/scene/map' })],
    ['map/view.tsx', 'new-map/view.tsx'],
    /as web\/rooms\/scene\/map\/screen.ts does/,
  ],
] as const)('%s is found', (_what, screens, files, text) =>
  expect(told(screens, ...files)).toEqual([expect.stringMatching(text)]),
)
