import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'

const rooms = join(import.meta.dirname, '../../rooms')

/** The text of every room's `views.sql`, which publishes its data to other rooms. A view reads tables of its own room and the kernel's. */
export async function listViews(folder: string = rooms): Promise<string> {
  const names = (await readdir(folder)).sort()
  const texts = await Promise.all(
    names.map((room) => readFile(join(folder, room, 'views.sql'), 'utf8').catch(() => '')),
  )
  return texts.filter(Boolean).join('\n')
}

/** The comment on a view begins with it: views of other programs in the same database are left alone. */
const MARK = 'belvedere '

const named = /^create view ([a-z0-9_]+)/gm

/**
 * Replaces the views when their text is not the one they were made of. The comment on each view holds the digest of the text, so a
 * start that changes nothing costs one query. The caller holds the lock of the schema.
 */
export async function installViews(client: pg.ClientBase, text: string): Promise<boolean> {
  const mark = MARK + createHash('sha256').update(text).digest('hex')
  const wanted = [...text.matchAll(named)].map(([, name = '']) => name)
  const present = await listInstalled(client)
  const isCurrent = present.length === wanted.length && present.every(({ comment }) => comment === mark)
  if (isCurrent) return false
  const comments = wanted.map((name) => `comment on view ${name} is '${mark}';`)
  await client.query(['begin;', dropOf(present), text, ...comments, 'commit'].join('\n')).catch(async (error) => {
    await client.query('rollback')
    throw error
  })
  return true
}

/** Before a migration: it may alter any table. */
export async function dropViews(client: pg.ClientBase): Promise<void> {
  const present = await listInstalled(client)
  if (present.length > 0) await client.query(dropOf(present))
}

const dropOf = (views: readonly { name: string }[]) =>
  views.length > 0 ? `drop view ${views.map(({ name }) => name).join(', ')};` : ''

async function listInstalled(client: pg.ClientBase): Promise<{ name: string; comment: string }[]> {
  const { rows } = await client.query<{ name: string; comment: string }>(
    `select c.relname as name, d.description as comment from pg_class c
     join pg_description d on d.objoid = c.oid and d.classoid = 'pg_class'::regclass and d.objsubid = 0
     where c.relkind = 'v' and c.relnamespace = current_schema()::regnamespace and starts_with(d.description, $1)`,
    [MARK],
  )
  return rows
}
