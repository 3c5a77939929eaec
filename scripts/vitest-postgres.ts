import { startTestPostgres, URL_VARIABLE } from '../server/kernel/database/test-database.ts'

/** Runs once before all test files: starts one PostgreSQL, in which each test file that needs one gets its own database. */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env[URL_VARIABLE]) return undefined
  const postgres = await startTestPostgres()
  process.env[URL_VARIABLE] = postgres.url
  return () => postgres.stop()
}
