import { parse } from 'csv-parse/sync'
import { enrolErrors as errors } from '@belvedere/contract/rooms/enrol/errors.ts'
import { mostLines } from '@belvedere/contract/rooms/enrol/import.ts'
import type { Ctx } from '../../../kernel/implement.ts'
import { refuse } from '../../../kernel/refuse.ts'
import { type Cells, type ImportField, fieldsOf } from './read-lines.ts'

/** Maximum number of bytes of a list, with generous line lengths. */
const MAX_BYTES = 4 << 20

export interface ReadLine {
  line: number
  cells: Cells
}

export interface ReadList {
  encoding: string
  ignored: string[]
  lines: ReadLine[]
}

/** Reads a CSV file as lines of known columns. Refuses other files, and those that are too long. */
export function readList(ctx: Ctx): ReadList {
  const bytes = ctx.uploads.find(({ field }) => field === 'file')?.bytes
  if (!bytes?.length) throw refuse(errors.noList)
  if (bytes.length > MAX_BYTES) throw refuse(errors.tooManyLines, { most: mostLines })
  const { encoding, text } = decoded(bytes)
  const [heading, ...rest] = rowsOf(text, ctx)
  const fields = fieldsOf(heading?.record ?? [])
  if (!fields.includes('sn') && !fields.includes('ip')) throw refuse(errors.badList, { why: noColumns[ctx.lang] })
  if (rest.length > mostLines) throw refuse(errors.tooManyLines, { most: mostLines })
  return {
    encoding,
    ignored: (heading?.record ?? []).filter((name, at) => name.trim() && !fields[at]).slice(0, 20),
    lines: rest.map(({ line, record }) => ({ line, cells: cellsOf(fields, record) })),
  }
}

const noColumns = {
  zh: '首行应为列名，至少包含“序列号”或“IP 地址”',
  en: 'its first line names no column “serial” or “ip”',
}

/** Spreadsheets in China save GB18030, all others UTF-8; valid UTF-8 is rarely another encoding. */
function decoded(bytes: Buffer): { encoding: string; text: string } {
  try {
    return { encoding: 'UTF-8', text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    return { encoding: 'GB18030', text: new TextDecoder('gb18030').decode(bytes) }
  }
}

interface ImportRecord {
  line: number
  record: string[]
}

function rowsOf(text: string, { lang }: Ctx): ImportRecord[] {
  try {
    const found = parse(text, {
      bom: true,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      max_record_size: 16_384,
      delimiter: delimiterOf(text),
      to: mostLines + 2,
    }) as unknown as { info: { lines: number }; record: string[] }[]
    return found.map(({ info, record }) => ({ line: info.lines, record: record.slice(0, 64) }))
  } catch (error) {
    const { lines } = error as { lines?: number }
    const why = { zh: `第 ${lines ?? '?'} 行格式有误`, en: `line ${lines ?? '?'} is malformed` }
    throw refuse(errors.badList, { why: why[lang] })
  }
}

/** Spreadsheets of some countries separate cells by semicolons, copied ones by tabs. */
function delimiterOf(text: string): string {
  const [heading = ''] = text.split(/\r?\n/, 1)
  return [',', ';', '\t'].sort((a, b) => heading.split(b).length - heading.split(a).length)[0] as string
}

function cellsOf(fields: readonly (ImportField | undefined)[], record: readonly string[]): Cells {
  const cells: Cells = {}
  for (const [at, field] of fields.entries()) {
    // files exported here have an apostrophe before a formula
    if (field) cells[field] = (record[at] ?? '').slice(0, 256).replace(/^'(?=[=+\-@])/, '')
  }
  return cells
}
