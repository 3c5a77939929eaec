import pg from 'pg'
import type { Session } from './session.ts'

/** As if everybody had signed in hours ago: sessions stay, and are no longer fresh. `known`: sessions whose users the server remembers. */
export async function ageSessions(databaseUrl: string, known: readonly Session[]): Promise<void> {
  const db = new pg.Client({ connectionString: databaseUrl })
  await db.connect()
  await db.query('update session set proved_at = 0')
  await db.end()
  // the server reads the sessions of who changed the own profile anew
  for (const session of known) await session.ask('POST user/profile')
}
