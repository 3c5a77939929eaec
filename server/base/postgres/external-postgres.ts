import type pg from 'pg'
import { StartTrouble } from '../process/start-trouble.ts'

/** As `server_version_num` counts. */
const OLDEST = 150_000

interface PostgresFacts {
  version: number
  name: string
  trigrams: boolean
}

/** Refuses, in words for its operator, a PostgreSQL that cannot be reached, is too old or lacks pg_trgm. */
export async function requireFit(pool: pg.Pool): Promise<void> {
  const { version, name, trigrams } = await told(pool)
  if (version < OLDEST)
    throw new StartTrouble({
      zh: `DATABASE_URL 指向 PostgreSQL ${name}，需要 15 或更高版本`,
      en: `DATABASE_URL leads to PostgreSQL ${name}; 15 or newer is needed`,
    })
  if (!trigrams)
    throw new StartTrouble({
      zh: 'DATABASE_URL 指向的 PostgreSQL 没有扩展 pg_trgm，请安装其 contrib 软件包',
      en: 'The PostgreSQL of DATABASE_URL lacks the extension pg_trgm; install its contrib package',
    })
}

/** How often it is tried when nothing answers in time: a process that loads on a busy machine has no time to listen itself. */
const TRIES = 3

async function told(pool: pg.Pool, tries = TRIES): Promise<PostgresFacts> {
  try {
    const { rows } = await pool.query<PostgresFacts>(`
      select current_setting('server_version_num')::int as version, current_setting('server_version') as name,
        exists (select from pg_available_extensions where name = 'pg_trgm') as trigrams`)
    return rows[0] as PostgresFacts
  } catch (error) {
    const { message, code, errors } = error as Error & { code?: string; errors?: Error[] }
    // a refusal, of the network or of PostgreSQL, has a code
    if (!code && !errors && tries > 1) return told(pool, tries - 1)
    throw new StartTrouble(
      { zh: '无法连接 DATABASE_URL 指向的 PostgreSQL', en: 'The PostgreSQL of DATABASE_URL cannot be reached' },
      errors?.map((one) => one.message).join('\n') || message || code,
    )
  }
}
