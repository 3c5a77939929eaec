import { startTestPostgres, URL_VARIABLE } from '../server/kernel/database/test-database.ts'

/** Runs once before all test files: one PostgreSQL, in which each file that wants one gets a database of its own. */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env[URL_VARIABLE]) return undefined
  const postgres = await startTestPostgres()
  process.env[URL_VARIABLE] = postgres.url
  return () => postgres.stop()
}
