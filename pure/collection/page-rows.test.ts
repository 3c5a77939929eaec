import { expect, test } from 'vitest'
import { pageRows, readPaging } from './page-rows.ts'

const rows = [
  { name: 'eth10', address: '192.0.2.10', bytes: 9 },
  { name: 'eth9', address: '192.0.2.9', bytes: 1000 },
  { name: 'Wan', address: '203.0.113.1', bytes: undefined },
]
const columns = ['name', 'address', 'bytes']
const names = (content: unknown) => pageRows(rows, readPaging(content, columns)).list.map((row) => row.name)

test.each([
  ['no query: original order', undefined, ['eth10', 'eth9', 'Wan']],
  ['numbers inside texts count', { orderby: 'name asc' }, ['eth9', 'eth10', 'Wan']],
  ['addresses in order', { orderby: 'address desc' }, ['Wan', 'eth10', 'eth9']],
  ['numbers as numbers, empty last', { orderby: 'bytes asc' }, ['eth10', 'eth9', 'Wan']],
  ['empty last in descending order too', { orderby: 'bytes desc' }, ['eth9', 'eth10', 'Wan']],
  ['an unknown column is ignored', { orderby: 'secret asc' }, ['eth10', 'eth9', 'Wan']],
  ['search finds any cell, ignoring case', { search: ' wAN ' }, ['Wan']],
  ['search finds numbers', { search: '1000' }, ['eth9']],
  ['second page', { page: 2, limit: 2 }, ['Wan']],
  ['texts as a form sends them', { page: '2', limit: '1' }, ['eth9']],
  ['beyond the end', { page: 9, limit: 2 }, []],
])('%s', (_, content, expected) => {
  expect(names(content)).toEqual(expected)
})

test('total counts the matches on all pages', () => {
  expect(pageRows(rows, readPaging({ search: 'eth', limit: 1 }, columns))).toMatchObject({
    total: 2,
    list: [{ name: 'eth10' }],
  })
})

test.each([
  [null],
  [7],
  ['page'],
  [[]],
  [{ page: -1, limit: 0, search: {}, orderby: [] }],
  [{ page: 1.5, limit: 'NaN' }],
])('anything else becomes the default: %j', (content) => {
  expect(readPaging(content, columns)).toEqual({ page: 1, limit: 10, search: '' })
})

test('a page is never larger than 1000 rows', () => {
  expect(readPaging({ limit: 1e9 }, columns).limit).toBe(1000)
})
