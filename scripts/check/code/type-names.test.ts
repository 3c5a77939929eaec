import { expect, test } from 'vitest'
import { parseSource } from '../source.ts'
import { typeNameBreachesOf } from './type-names.ts'

const room = parseSource('server/rooms/x/store.ts', 'export interface Row { id: number }\nexport type Props = Row')
const page = parseSource('web/rooms/x/view.tsx', 'type Row = { id: string }\ninterface Props { row: Row }')
const other = parseSource('agent/x.ts', 'export class Row {}\nfunction of() { return 1 }')

test('a type name that two files declare is refused, in both', () => {
  const found = typeNameBreachesOf([room, page], {})
  expect(found.map(({ path, line }) => [path, line])).toEqual([
    ['server/rooms/x/store.ts', 1],
    ['web/rooms/x/view.tsx', 1],
  ])
  expect(found[0]?.text).toMatch(/^Row: 2 files declare/)
})

test('remaining names are accepted, and must not increase', () => {
  expect(typeNameBreachesOf([room, page], { Row: 2 })).toEqual([])
  expect(typeNameBreachesOf([room, page, other], { Row: 2 })).toHaveLength(3)
})

test('an entry that is no longer needed is refused', () => {
  expect(typeNameBreachesOf([room], { Row: 2 })).toEqual([
    { path: 'scripts/check/code/type-names-left.ts', text: 'Row: only one file declares it; remove the entry' },
  ])
})
