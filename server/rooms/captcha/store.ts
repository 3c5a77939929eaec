import sql from 'sql-template-tag'
import type { QueryContext } from '../../kernel/db.ts'

export interface Captcha {
  /** Left edge of the gap; null: it is a question. */
  gap: number | null
  /** The answer of the question, normalized by `plainAnswer`. */
  answer: string | null
}

/**
 * Keeps at most `most` captchas: the oldest of the requester with the most are removed, so that no requester removes
 * those of others.
 */
export async function addCaptcha(
  { db }: QueryContext,
  one: Partial<Captcha> & { id: string; expires_at: number; place: string },
  most: number,
): Promise<void> {
  await db.run(sql`insert into captcha (id, gap, answer, expires_at, place)
    values (${one.id}, ${one.gap ?? null}, ${one.answer ?? null}, ${one.expires_at}, ${one.place})`)
  await db.run(sql`delete from captcha where id in (
    select id from (
      select id, expires_at, row_number() over (partition by place order by expires_at desc) as nth from captcha
      where (select count(*) from captcha) > ${most}
    ) ranked order by nth, expires_at desc offset ${most})`)
}

/** The solution of the captcha; it can be read once. */
export async function takeCaptcha({ db }: QueryContext, id: string, now: number): Promise<Captcha | undefined> {
  const row = await db.find<Captcha & { expires_at: number }>(
    sql`delete from captcha where id = ${id} returning gap, answer, expires_at`,
  )
  return row && row.expires_at > now ? row : undefined
}

/** Removes expired captchas. */
export async function sweepCaptchas({ db }: Pick<QueryContext, 'db'>, now: number): Promise<void> {
  await db.run(sql`delete from captcha where expires_at <= ${now}`)
}
