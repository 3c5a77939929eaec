import { describe, expect, test } from 'vitest'
import { floorBreachesOf, floorDocumentBreachesOf, floorTable } from './floor-rules.ts'
import { parseSource } from '../source.ts'

const table = [
  { floor: 1, rooms: ['upper', 'beside'] },
  { floor: 0, rooms: ['lower'] },
]

const rooms = {
  'server/rooms/upper/a.ts': '',
  'server/rooms/beside/a.ts': '',
  'server/rooms/lower/a.ts': '',
}

const found = (texts: Record<string, string>) =>
  floorBreachesOf(
    Object.entries({ ...rooms, ...texts }).map(([path, text]) => parseSource(path, text)),
    table,
  ).map(({ text }) => text)

describe('floors', () => {
  test('let a room import along its floor and downwards', () => {
    expect(
      found({ 'server/rooms/upper/a.ts': `import { b } from '../beside/api.ts'; import { c } from '../lower/api.ts'` }),
    ).toEqual([])
  })

  test.each([
    ['a value', `import { b } from '../upper/api.ts'`],
    ['a type', `import type { B } from '../upper/api.ts'`],
    ['what loads later', `const b = () => import('../upper/api.ts')`],
  ])('refuse %s of a room above', (_, text) => {
    expect(found({ 'server/rooms/lower/a.ts': text })).toEqual([
      'imports the room upper of floor 1; lower is on floor 0',
    ])
  })

  test('refuse a circle along a floor, of types too', () => {
    expect(
      found({
        'server/rooms/upper/a.ts': `import type { B } from '../beside/api.ts'`,
        'server/rooms/beside/b.ts': `import { a } from '../upper/api.ts'`,
      }),
    ).toEqual(['is part of a circle of rooms: upper → beside → upper'])
  })

  test('say nothing of tests', () => {
    expect(found({ 'server/rooms/lower/a.test.ts': `import { b } from '../upper/store.ts'` })).toEqual([])
  })

  test('want a floor for every room and a room for every place', () => {
    expect(found({ 'server/rooms/attic/a.ts': '' })).toEqual(['has no floor in scripts/check/imports/floors.ts'])
    expect(floorBreachesOf([], [{ floor: 0, rooms: ['cellar'] }]).map(({ text }) => text)).toEqual([
      'gives a floor to cellar, which is no room',
    ])
  })

  test('are shown in ARCHITECTURE.md as they are', () => {
    const shown = (block: string) => floorDocumentBreachesOf(`## Floors\n\n\`\`\`floors\n${block}\n\`\`\`\n`, table)
    expect(shown(floorTable(table))).toEqual([])
    expect(shown('1  upper\n0  lower, beside')).toHaveLength(1)
    expect(floorDocumentBreachesOf('', table)).toHaveLength(1)
  })
})
