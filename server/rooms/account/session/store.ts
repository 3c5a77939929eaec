import sql from 'sql-template-tag'
import type { Reach } from '../../../kernel/db.ts'
import { LOG_LIFE } from '../rules.ts'

// who came in

export interface SignInNote {
  uid: number
  at: number
  /** The last thing that was shown: password, sms, qr, otp, recovery, email. */
  way: string
  ok: 0 | 1
  ip: string
  agent: string
}

export async function noteSignIn({ db }: Reach, { uid, at, way, ok, ip, agent }: SignInNote): Promise<void> {
  await db.run(sql`insert into sign_in_log (uid, at, way, ok, ip, agent)
    values (${uid}, ${at}, ${way}, ${ok}, ${ip}, ${agent})`)
}

export async function sweepSignInLog({ db }: Reach, now: number): Promise<void> {
  await db.run(sql`delete from sign_in_log where at <= ${now - LOG_LIFE}`)
}
