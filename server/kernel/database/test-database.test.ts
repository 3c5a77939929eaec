import pg from 'pg'
import { expect, test } from 'vitest'
import { testDatabase } from './test-database.ts'

async function tables(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(`select tablename from pg_tables where schemaname = 'public' order by 1`)
  await client.end()
  return rows.map(({ tablename }) => tablename as string)
}

test('each test file gets its own database with the tables', async () => {
  const [one, two] = await Promise.all([testDatabase(), testDatabase()])
  expect(one.url).not.toBe(two.url)
  expect(await tables(one.url)).toContain('migration')
  expect(await tables(two.url)).toEqual(await tables(one.url))
  await Promise.all([one.drop(), two.drop()])
  await expect(tables(one.url)).rejects.toThrow(/does not exist/)
})
