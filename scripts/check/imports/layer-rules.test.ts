import { expect, test } from 'vitest'
import { layerBreachesOf, layers } from './layer-rules.ts'

const ofLines = (path: string, lines: number) => ({ path, text: 'x\n'.repeat(lines) })
const kernel = layers.find(({ folder }) => folder === 'server/kernel')?.lines ?? 0

test('a layer above its limit is refused; tests do not count', () => {
  expect(layerBreachesOf([ofLines('server/kernel/a.ts', kernel)], [])).toEqual([])
  expect(layerBreachesOf([ofLines('server/kernel/a.ts', kernel), ofLines('server/kernel/a.test.ts', 9)], [])).toEqual(
    [],
  )
  expect(layerBreachesOf([ofLines('server/kernel/a.ts', kernel), ofLines('server/kernel/b.ts', 1)], [])).toEqual([
    { path: 'server/kernel', text: `has ${kernel + 1} lines, ${kernel} at most` },
  ])
})

test('an engine without a README and a file beside the engines are refused', () => {
  const files = ['server/engines/undo/README.md', 'server/engines/undo/a.ts', 'server/engines/outbox/b.ts']
  expect(layerBreachesOf([], files)).toEqual([{ path: 'server/engines/outbox', text: 'has no README.md' }])
  expect(layerBreachesOf([], ['server/base/log.ts'])).toEqual([
    { path: 'server/base/log.ts', text: 'is a file; server/base contains only folders' },
  ])
})
