import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Finding } from '../finding.ts'
import { isTest, type SyntaxNode, root, type SourceFile, walk } from '../source.ts'
import { type TableException, tableExceptions } from './table-exceptions.ts'

/** The tables and the published views of one room, or of the kernel. */
export interface RoomSchema {
  readonly room: string
  /** Content of `tables.sql`. */
  readonly tables: string
  /** Content of `views.sql`. */
  readonly views: string
}

/** A table or view that a statement names, and whether the statement writes to it. */
export interface TableUse {
  readonly name: string
  readonly writes: boolean
}

const keywords =
  'where|join|left|right|inner|cross|full|on|set|group|order|limit|union|for|using|natural|lateral|returning|select'
const reading = /\b(?<!distinct\s+)(from|join|using)\s+(?:only\s+|lateral\s+)?([a-z_][a-z0-9_]*)\b(?!\s*\()/g
const writing =
  /\b(?:insert\s+into|update|delete\s+from|merge\s+into|truncate|lock\s+table)\s+(?:only\s+)?([a-z_][a-z0-9_]*)\b/g
const next = new RegExp(
  `^(?:\\s+(?:as\\s+)?(?!(?:${keywords})\\b)[a-z_][a-z0-9_]*)?\\s*,\\s*(?:lateral\\s+)?([a-z_][a-z0-9_]*)\\b(?!\\s*[.(])`,
)

/** The tables and views that an SQL text reads or writes: the names after `from`, `join`, `using`, `into`, `update`. */
export function tablesIn(text: string): TableUse[] {
  const plain = text.replace(/--[^\n]*/g, ' ').replace(/'[^']*'/g, "''")
  const written = [...plain.matchAll(writing)].map(([, name = '']) => ({ name, writes: true }))
  const read = [...plain.matchAll(reading)]
    .filter(({ index }) => !/\bdelete\s+$/.test(plain.slice(0, index)))
    .flatMap(({ 0: whole, 1: word, 2: name = '', index }) => {
      const others = word === 'join' ? [] : listed(plain.slice(index + whole.length))
      return [{ name, writes: false }, ...others]
    })
  return [...written, ...read]
}

/** The tables after the first one in `from device d, scene s`. */
function listed(rest: string): TableUse[] {
  const found = next.exec(rest)
  if (!found) return []
  return [{ name: found[1] ?? '', writes: false }, ...listed(rest.slice(found[0].length))]
}

const made = (text: string, kind: RegExp) =>
  [...text.matchAll(/^create (unlogged table|table|view) ([a-z0-9_]+)/gm)].flatMap(([, what = '', name = '']) =>
    kind.test(what) ? [name] : [],
  )

/** Name to owner, of the tables or of the views. All rooms may use the kernel's tables. */
function ownersOf(schemas: readonly RoomSchema[], of: 'tables' | 'views'): Map<string, string> {
  const kind = of === 'tables' ? /table/ : /view/
  return new Map(
    schemas
      .filter(({ room }) => room !== 'kernel')
      .flatMap((schema) => made(schema[of], kind).map((name) => [name, schema.room] as const)),
  )
}

/** The room of a file, or the part of the server that it belongs to. */
const placeOf = (path: string) => /^server\/(?:rooms\/)?([^/]+)\//.exec(path)?.[1]

interface ForeignTable extends TableUse {
  readonly path: string
  readonly line: number
  readonly owner: string
}

/** Tables of other rooms that a file names, and views that it writes. */
export function foreignTablesIn(source: SourceFile, schemas: readonly RoomSchema[]): ForeignTable[] {
  const place = placeOf(source.path)
  if (!place || isTest(source.path)) return []
  const tables = ownersOf(schemas, 'tables')
  const views = ownersOf(schemas, 'views')
  const found: ForeignTable[] = []
  walk(source, (node) => {
    for (const use of [...tablesIn(textOf(node)), ...openingIn(node)]) {
      const owner = tables.get(use.name)
      const foreign = owner !== undefined && owner !== place
      const viewOf = use.writes ? views.get(use.name) : undefined
      if (foreign || viewOf)
        found.push({ ...use, path: source.path, line: source.lineAt(node.start), owner: owner ?? viewOf ?? '' })
    }
  })
  return found
}

/** The table at the start of a part of a statement: sql`device d join …`, which follows `from` elsewhere. */
function openingIn(node: SyntaxNode): TableUse[] {
  if (node.type !== 'TaggedTemplateExpression') return []
  const name = /^\s*\(?\s*([a-z_][a-z0-9_]*)\s+(?!(?:is|in|and|or|not|desc|asc|between|i?like)\b)(?:[a-z]|\$|$)/.exec(
    textOf(node['quasi'] as SyntaxNode),
  )?.[1]
  return name ? [{ name, writes: false }] : []
}

function textOf(node: SyntaxNode): string {
  if (node.type === 'Literal' && typeof node['value'] === 'string') return node['value']
  if (node.type !== 'TemplateLiteral') return ''
  return (node['quasis'] as SyntaxNode[]).map((part) => (part['value'] as { cooked: string }).cooked).join(' $ ')
}

/** Uses of tables of other rooms that are not in the table of exceptions, and exceptions that are not needed. */
export function tableBreachesOf(
  sources: readonly SourceFile[],
  schemas: readonly RoomSchema[] = readSchemas(),
  exceptions: readonly TableException[] = tableExceptions,
): Finding[] {
  const found = sources
    .filter(({ path }) => path.startsWith('server/'))
    .flatMap((source) => foreignTablesIn(source, schemas))
  const excepted = new Set(exceptions.flatMap(({ path, tables }) => tables.map((name) => `${path} ${name}`)))
  const present = new Set(found.map(({ path, name }) => `${path} ${name}`))
  const refused = found
    .filter(({ path, name }) => !excepted.has(`${path} ${name}`))
    .map(({ path, line, name, owner, writes }) => ({
      path,
      line,
      text: writes
        ? `writes ${name} of the room ${owner}; call a function of its api.ts`
        : `reads the table ${name} of the room ${owner}; read a view of its views.sql`,
    }))
  const stale = [...excepted]
    .filter((one) => !present.has(one))
    .map((one) => {
      const [path, name] = one.split(' ')
      return {
        path: 'scripts/check/database/table-exceptions.ts',
        text: `excepts ${name} in ${path}, which does not name it; remove the entry`,
      }
    })
  return [...refused, ...stale, ...schemas.flatMap((schema) => viewBreachesOf(schema, schemas))]
}

/** A view is named after its kind, and reads tables of its own room and of the kernel. */
function viewBreachesOf({ room, views }: RoomSchema, schemas: readonly RoomSchema[]): Finding[] {
  const path = `server/rooms/${room}/views.sql`
  const tables = ownersOf(schemas, 'tables')
  const names = made(views, /./)
    .filter((name) => !name.endsWith('_view'))
    .map((name) => ({ path, text: `creates ${name}; the name of a view ends in _view` }))
  const foreign = tablesIn(views)
    .filter(({ name }) => tables.has(name) && tables.get(name) !== room)
    .map(({ name }) => ({ path, text: `reads the table ${name} of the room ${tables.get(name)}` }))
  return [...names, ...foreign]
}

function readSchemas(): RoomSchema[] {
  const read = (path: string) => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : '')
  const rooms = readdirSync(join(root, 'server/rooms')).map((room) => ({
    room,
    tables: read(`server/rooms/${room}/tables.sql`),
    views: read(`server/rooms/${room}/views.sql`),
  }))
  return [{ room: 'kernel', tables: read('server/kernel/tables.sql'), views: '' }, ...rooms]
}

/** The progress of the rooms, for the summary line of the check. */
export function tableNote(): string {
  const views = readSchemas().flatMap((schema) => made(schema.views, /view/))
  const left = tableExceptions.reduce((sum, { tables }) => sum + tables.length, 0)
  return `${views.length} views, ${left} foreign tables`
}
