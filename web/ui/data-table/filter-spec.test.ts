import { expect, test } from 'vitest'
import { filterInput, type FilterSpec } from './filter-spec.ts'

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
]

test('texts of the address become what the call takes', () => {
  expect(filterInput(filters, { online: '0', model: '5009', time_start: '1700000000' })).toEqual({
    online: 0,
    model: '5009',
    time_start: 1_700_000_000,
  })
  expect(filterInput(filters, { online: '', model: '' })).toEqual({})
})
