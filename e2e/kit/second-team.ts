import { Access } from '@belvedere/server/kernel/access.ts'
import { openDatabase } from '@belvedere/server/kernel/db.ts'
import { foundTeam } from '@belvedere/server/rooms/account/api.ts'
import { PASSWORD } from './product.ts'

/**
 * Another customer, ahead of the journey: registering one takes a puzzle made for people. Its owner has the name
 * `account` and the administrator's password.
 */
export async function foundSecondTeam(databaseUrl: string, account: string): Promise<void> {
  const database = openDatabase(databaseUrl, 1)
  try {
    const now = Math.floor(Date.now() / 1000)
    const start = { team: account, account, password: PASSWORD, now }
    await database.transaction((db) => foundTeam({ db, access: Access.system }, start))
  } finally {
    await database.close()
  }
}
