import sql from 'sql-template-tag'
import { numbers, texts } from '../../../kernel/columns.ts'
import type { Db } from '../../../kernel/db.ts'
import type { StoredContent, NewContent } from './content.ts'

/** The ids of the digests that are already stored; each row is locked until the transaction ends. */
export async function findDigests(db: Db, digests: readonly string[]): Promise<Map<string, number>> {
  const rows = await db.rows<{ digest: string; id: number }>(sql`
    select digest, id from device_content where digest = any(${texts([...new Set(digests)].sort())}) order by id for share`)
  return new Map(rows.map(({ digest, id }) => [digest, id]))
}

/** Stores contents, each once; returns their ids by digest, and which of them existed before. */
export async function saveContents(
  db: Db,
  contents: readonly NewContent[],
): Promise<Map<string, { id: number; known: boolean }>> {
  const list = [...new Map(contents.map((one) => [one.digest, one])).values()].sort((a, b) =>
    a.digest < b.digest ? -1 : 1,
  )
  const number = (key: 'bytes' | 'stored') => numbers(list.map((one) => one[key]))
  const text = (key: 'digest' | 'format' | 'sha256' | 'file') => texts(list.map((one) => one[key]))
  const rows = await db.rows<{ digest: string; id: number; known: boolean }>(sql`
    insert into device_content as c (digest, format, bytes, sha256, stored, sealed, file)
    select * from unnest(${text('digest')}, ${text('format')}, ${number('bytes')}::bigint[], ${text('sha256')},
      ${number('stored')}::bigint[], ${list.map(({ sealed }) => sealed)}::bytea[], ${text('file')})
    on conflict (digest) do update set digest = c.digest
    returning digest, id, xmax::text <> '0' as known`)
  return new Map(rows.map(({ digest, ...row }) => [digest, row]))
}

export function findContent(db: Db, id: number): Promise<StoredContent | undefined> {
  return db.find<StoredContent>(sql`select format, sealed, file from device_content where id = ${id}`)
}

/**
 * Releases contents that no backup uses any more and no undo can restore, of these or, without ids, of all; returns
 * their files.
 */
export async function dropUnused(db: Db, ids?: readonly number[]): Promise<string[]> {
  const rows = await db.rows<{ file: string | null }>(sql`
    delete from device_content c where ${ids ? sql`c.id = any(${numbers(ids)}::int[]) and` : sql``}
      not exists (select 1 from device_backup b where b.content_id = c.id)
      and not exists (select 1 from deleted_snapshot_view g where g.holds @> array['device_content:' || c.id])
    returning c.file`)
  return rows.flatMap(({ file }) => file ?? [])
}
