import sql from 'sql-template-tag'
import type { QueryContext } from '../../../kernel/db.ts'

export interface LogoRow {
  id: number
  name: string
  kind: string | null
  picture: string
}

const logo = sql`l.id, l.name, nullif(l.kind, '') as kind, l.picture`

/** Pictures belong to a customer; the system sees all. */
export function listLogos({ db, access }: QueryContext, most: number): Promise<LogoRow[]> {
  return db.rows<LogoRow>(
    sql`select ${logo} from device_logo l where ${access.owns(sql`l.team_id`)} order by l.name, l.id limit ${most}`,
  )
}

export function findLogo({ db, access }: QueryContext, id: number): Promise<{ id: number; name: string } | undefined> {
  return db.find(sql`select l.id, l.name from device_logo l where l.id = ${id} and ${access.owns(sql`l.team_id`)}`)
}

export async function countLogos({ db, access }: QueryContext): Promise<number> {
  return (
    await db.one<{ total: number }>(
      sql`select count(*)::int as total from device_logo l where ${access.owns(sql`l.team_id`)}`,
    )
  ).total
}

/** The picture of a kind replaces the former one, which stays for devices that chose it. */
export async function insertLogo(
  { db, access }: QueryContext,
  { name, kind, picture, at }: { name: string; kind: string; picture: string; at: number },
): Promise<LogoRow> {
  await db.run(
    sql`update device_logo l set kind = '' where ${access.owns(sql`l.team_id`)} and kind = ${kind} and kind <> ''`,
  )
  return db.one<LogoRow>(sql`
    insert into device_logo as l (team_id, name, kind, picture, created_at)
    values (${access.team_id}, ${name}, ${kind}, ${picture}, ${at}) returning ${logo}`)
}

export function deleteLogo({ db, access }: QueryContext, id: number): Promise<number> {
  return db.run(sql`delete from device_logo l where l.id = ${id} and ${access.owns(sql`l.team_id`)}`)
}
