import { expect, test } from 'vitest'
import { columnWidths, leastWidth } from './column-width.ts'
import {
  mostColumns,
  movedTo,
  nextOrder,
  orderWithin,
  recommended,
  sortField,
  stickyCount,
  visibleColumns,
  type Column,
} from './column.ts'

const column = (property: string, more: Partial<Column<unknown>> = {}): Column<unknown> => ({
  property,
  label: { zh: property, en: property },
  ...more,
})
const names = (columns: readonly Column<unknown>[]) => columns.map((each) => each.property)

test('at most nine columns until the user chooses, the fixed ones among them', () => {
  const columns = [...Array.from({ length: 12 }, (_, index) => column(`c${index}`)), column('key', { fixed: true })]
  expect(recommended(columns)).toHaveLength(mostColumns)
  expect(recommended(columns).at(-1)).toBe('key')
  expect(recommended([column('a', { defaultHide: true }), column('b')])).toEqual(['b'])
})

test('the choice decides which and in what order; vanished columns are skipped, fixed ones kept', () => {
  const columns = [column('name', { fixed: true }), column('a'), column('b', { defaultHide: true })]
  expect(names(visibleColumns(columns, ['b', 'gone', 'a']))).toEqual(['name', 'b', 'a'])
  expect(names(visibleColumns(columns, undefined))).toEqual(['name', 'a'])
})

test('a header cycles through ascending, descending and none', () => {
  expect(nextOrder(undefined, 'cpu')).toBe('cpu asc')
  expect(nextOrder('cpu asc', 'cpu')).toBe('cpu desc')
  expect(nextOrder('cpu desc', 'cpu')).toBeUndefined()
  expect(nextOrder('mem desc', 'cpu')).toBe('cpu asc')
  expect(sortField(column('scene', { sort: 'scene_name' }))).toBe('scene_name')
})

test('width is the label plus 20, plus 40 where it can be sorted', () => {
  const measure = () => 70
  expect(leastWidth(column('a'), measure)).toBe(90)
  expect(leastWidth(column('a', { sort: true }), measure)).toBe(110)
  expect(leastWidth(column('a', { width: 200 }), measure)).toBe(200)
  expect(leastWidth(column('a', { minWidth: 160 }), measure)).toBe(160)
})

test('free space goes to columns without a specified width', () => {
  const measure = () => 80
  expect(columnWidths([column('a', { width: 100 }), column('b'), column('c')], 500, measure)).toEqual([100, 200, 200])
  expect(columnWidths([column('a', { width: 100 }), column('b', { width: 100 })], 300, measure)).toEqual([150, 150])
  expect(columnWidths([column('a'), column('b')], 50, measure)).toEqual([100, 100])
})

test('an order is a known field and a direction, nothing else', () => {
  expect(orderWithin('cpu desc', ['cpu'])).toBe(true)
  for (const wrong of ['', 'cpu', 'cpu down', 'mem asc', 'cpu asc, 1', 'cpu asc x']) {
    expect(orderWithin(wrong, ['cpu']), wrong).toBe(false)
  }
})

test('a column moves within the shown ones', () => {
  expect(movedTo(['a', 'b', 'c'], 'c', 0)).toEqual(['c', 'a', 'b'])
  expect(movedTo(['a', 'b', 'c'], 'a', 1)).toEqual(['b', 'a', 'c'])
  expect(movedTo(['a', 'b'], 'b', 2)).toBeUndefined()
  expect(movedTo(['a', 'b'], 'b', -1)).toBeUndefined()
  expect(movedTo(['a', 'b'], 'x', 0)).toBeUndefined()
})

test('the fixed columns at the left stay in sight, or the first', () => {
  const fixed = { fixed: true }
  expect(stickyCount([column('a', fixed), column('b', fixed), column('c'), column('d', fixed)])).toBe(2)
  expect(stickyCount([column('a'), column('b', fixed)])).toBe(1)
  expect(stickyCount([column('a', fixed)])).toBe(1)
})
