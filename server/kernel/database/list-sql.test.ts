import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { containsSql } from './list-sql.ts'

test('search text is not a pattern', () => {
  const { text, values } = containsSql(' 50%_\\ ', [sql`s.name`, sql`s.city`])
  expect(text).toBe('(s.name ilike $1 or s.city ilike $2)')
  expect(values).toEqual(['%50\\%\\_\\\\%', '%50\\%\\_\\\\%'])
  expect(containsSql('  ', [sql`s.name`]).text).toBe('true')
})
