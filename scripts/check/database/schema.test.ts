import { expect, test } from 'vitest'
import { differencesOf } from './schema.ts'

test('a line that only one of the two ways creates is reported with the file to change', () => {
  expect(differencesOf(['column a.id int'], ['column a.id int'])).toEqual([])
  const found = differencesOf(['column a.id int', 'column a.name text'], ['column a.id int', 'index old'])
  expect(found.map(({ path, text }) => `${path} ${text}`)).toEqual([
    'server/migrations do not create: column a.name text',
    'server/rooms/*/tables.sql do not create: index old',
  ])
})
