import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { containsSql, orderSql, pageSql } from './list-sql.ts'

test.each([
  [{}, [10, 0]],
  [{ page: 3, limit: 20 }, [20, 40]],
])('page %j', (input, values) => {
  expect(pageSql(input).values).toEqual(values)
})

test.each([
  ['name desc', 'order by name desc nulls last, s.id'],
  ['created_at asc', 'order by s.created_at asc nulls last, s.id'],
  [undefined, 'order by name asc nulls last, s.id'],
  ['name; drop table scene asc', 'order by name asc nulls last, s.id'],
])('order %j', (orderby, text) => {
  expect(orderSql(orderby, 'name asc', 's.id', { created_at: 's.created_at' }).text).toBe(text)
})

test('what a person searches for is text, not a pattern', () => {
  const { text, values } = containsSql(' 50%_\\ ', [sql`s.name`, sql`s.city`])
  expect(text).toBe('(s.name ilike $1 or s.city ilike $2)')
  expect(values).toEqual(['%50\\%\\_\\\\%', '%50\\%\\_\\\\%'])
  expect(containsSql('  ', [sql`s.name`]).text).toBe('true')
})
