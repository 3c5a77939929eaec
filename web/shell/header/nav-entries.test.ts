import { expect, test } from 'vitest'
import { entriesOf, inOrder, moved } from './nav-entries.ts'

const area = (path: string) => ({ path, title: { zh: path, en: path } })
const areas = [area('/home'), area('/scene'), area('/config')]
const paths = (list: readonly { path: string }[]) => list.map(({ path }) => path)

test('areas take the order of their slugs; new ones come last', () => {
  expect(paths(inOrder(areas, ['/config', '/index']))).toEqual(['/config', '/home', '/scene'])
  expect(paths(inOrder(areas, []))).toEqual(['/home', '/scene', '/config'])
  expect(paths(inOrder(areas, ['/gone', '/scene']))).toEqual(['/scene', '/home', '/config'])
})

test('the index entry is always sent, whatever the user may see', () => {
  expect(entriesOf(areas).map(({ slug, sort }) => [slug, sort])).toEqual([
    ['/index', 1],
    ['/scene', 2],
    ['/config', 3],
  ])
  expect(entriesOf([area('/config')]).map(({ slug }) => slug)).toEqual(['/index', '/config'])
})

test('one element moves, the others keep their order', () => {
  expect(moved(['a', 'b', 'c', 'd'], 0, 2)).toEqual(['b', 'c', 'a', 'd'])
  expect(moved(['a', 'b', 'c', 'd'], 3, 0)).toEqual(['d', 'a', 'b', 'c'])
  expect(moved(['a', 'b'], 0, -1)).toEqual(['a', 'b'])
  expect(moved(['a', 'b'], 0, 9)).toEqual(['b', 'a'])
  expect(moved(['a', 'b'], 7, 0)).toEqual(['a', 'b'])
})
