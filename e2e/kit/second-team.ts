import pg from 'pg'

/**
 * Another customer, ahead of the journey: registering one takes a puzzle made for people. Its owner has the name
 * `account` and the administrator's password.
 */
export async function foundSecondTeam(databaseUrl: string, account: string): Promise<void> {
  const db = new pg.Client({ connectionString: databaseUrl })
  await db.connect()
  try {
    await db.query(
      `with t as (insert into team (name, created_at) values ($1, 0) returning id)
       insert into account (team_id, account, nick_name, role, hash, created_at, updated_at, changed_by)
       select t.id, $1, $1, 0, a.hash, 0, 0, $1 from t, account a where a.account = 'admin'`,
      [account],
    )
  } finally {
    await db.end()
  }
}
