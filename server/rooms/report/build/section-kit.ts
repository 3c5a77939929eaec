import { say, type Lang, type Words } from '@belvedere/contract/kit/text.ts'
import { reportSection } from '@belvedere/contract/rooms/report/enums.ts'
import type { Section } from '@belvedere/contract/rooms/report/report.ts'

type SectionTable = Section['tables'][number]
type Chart = Section['charts'][number]
type Cell = SectionTable['rows'][number][number]

/** Maximum rows of one table; further ones are counted. */
const MOST = 300

/** An empty section. */
export function newSection(id: Section['id'], lang: Lang): Section {
  return { id, title: reportSection.label(id, lang), notes: [], facts: [], charts: [], tables: [] }
}

export interface ColumnOf<Row> {
  label: Words
  right?: true
  cell(row: Row): Cell
}

/** A table of rows; empty where there are none. */
export function tableOf<Row>(
  lang: Lang,
  title: Words,
  columns: readonly ColumnOf<Row>[],
  rows: readonly Row[],
  total = rows.length,
): SectionTable[] {
  if (rows.length === 0) return []
  return [
    {
      title: title[lang],
      columns: columns.map(({ label, right }) => ({ label: label[lang], right: right ? 1 : 0 })),
      rows: rows.slice(0, MOST).map((row) => columns.map(({ cell }) => cell(row))),
      more: Math.max(0, total - Math.min(rows.length, MOST)),
    },
  ]
}

export const chartOf = (
  lang: Lang,
  title: Words,
  unit: string,
  points: Chart['points'],
  max: number | null = null,
): Chart[] =>
  points.length > 1 && points.some(({ value }) => value !== null) ? [{ title: title[lang], unit, max, points }] : []

/** Seconds as `2 d 3 h`, `4 min`, `20 s`: the two largest parts. */
export function spanText(seconds: number, lang: Lang): string {
  const parts: [number, Words][] = [
    [Math.floor(seconds / 86_400), { zh: '{n} 天', en: '{n} d' }],
    [Math.floor((seconds % 86_400) / 3600), { zh: '{n} 小时', en: '{n} h' }],
    [Math.floor((seconds % 3600) / 60), { zh: '{n} 分', en: '{n} min' }],
    [Math.round(seconds % 60), { zh: '{n} 秒', en: '{n} s' }],
  ]
  const first = parts.findIndex(([n]) => n > 0)
  if (first < 0) return '0'
  return parts
    .slice(first, first + 2)
    .filter(([n]) => n > 0)
    .map(([n, words]) => say(words, lang, { n }))
    .join(' ')
}

/** A time in the time zone of the scene. */
export const momentText = (at: number, time_zone: string): string =>
  new Intl.DateTimeFormat('en-CA', {
    timeZone: time_zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
    .format(at * 1000)
    .replace(',', '')
