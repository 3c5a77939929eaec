import { expect, test } from 'vitest'
import { appliedFilters, filterInput, partsOf, partsText, type FilterSpec } from './filter-spec.ts'

const words = { zh: '甲', en: 'a' }
const filters: FilterSpec[] = [
  {
    key: 'online',
    label: words,
    kind: 'select',
    options: [
      { id: 1, ...words },
      { id: 0, ...words },
    ],
  },
  { key: 'model', label: words, kind: 'text' },
  { key: 'time', label: words, kind: 'range' },
  {
    key: 'types',
    label: words,
    kind: 'multi',
    options: [
      { id: 1, label: 'one' },
      { id: 2, label: 'two' },
    ],
  },
]

test('texts of the address become what the call takes', () => {
  expect(filterInput(filters, { online: '0', model: '5009', time_start: '1700000000' })).toEqual({
    online: 0,
    model: '5009',
    time_start: 1_700_000_000,
  })
  expect(filterInput(filters, { online: '', model: '' })).toEqual({})
})

test('several ids become an array; unknown values are sent unchanged', () => {
  expect(filterInput(filters, { types: '2,1' })).toEqual({ types: [2, 1] })
  expect(filterInput(filters, { types: '2,9' })).toEqual({ types: [2, '9'] })
})

test('ids with commas and percent signs survive the address', () => {
  const ids = ['a,b', '50%', '%2C', 'plain']
  expect(partsOf(partsText(ids))).toEqual(ids)
  expect(partsOf('')).toEqual([])
})

test('active filters are shown in words', () => {
  const values = { online: '1', model: 'RB', time_end: '60', types: '1,2', gone: 'x' }
  const read = appliedFilters(filters, values, (seconds) => `${seconds} s`)
  expect(read.map(({ filter, text }) => [filter.key, text])).toEqual([
    ['online', '甲'],
    ['model', 'RB'],
    ['time', ' – 60 s'],
    ['types', 'one / two'],
  ])
})
