import sql from 'sql-template-tag'
import type { QueryContext } from '../../../kernel/db.ts'

export async function saveAvatar({ db, access }: QueryContext, uid: number, avatar: string): Promise<void> {
  await db.run(sql`update account a set avatar = ${avatar} where a.id = ${uid} and ${access.owns(sql`a.team_id`)}`)
}
