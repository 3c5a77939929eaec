import { csvOf } from '@belvedere/pure/text/csv.ts'
import type { Lang } from '@belvedere/contract/kit/text.ts'
import type { BuiltReport } from '../build/build-report.ts'

type CsvCells = (string | number | null)[]

const words = {
  period: { zh: '周期', en: 'Period' },
  day: { zh: '日期', en: 'Day' },
  value: { zh: '数值', en: 'Value' },
  accounting: { zh: '统计口径', en: 'How the numbers are worked out' },
  more: { zh: '未列出的行数', en: 'Rows that are not listed' },
}

/** The report as a file for spreadsheets: the same texts as in print, one block for each table. */
export function printCsv(report: BuiltReport, lang: Lang): Buffer {
  const rows: CsvCells[] = [[report.scene_name], [words.period[lang], report.period]]
  for (const { title, notes, facts, charts, tables } of report.sections) {
    rows.push([], [`# ${title}`], ...notes.map((note) => [note]), ...facts.map(({ label, value }) => [label, value]))
    for (const chart of charts)
      rows.push(
        [],
        [`## ${chart.title}`],
        [words.day[lang], words.value[lang]],
        ...chart.points.map(({ label, text }) => [label, text]),
      )
    for (const table of tables) {
      rows.push(
        [],
        [`## ${table.title}`],
        table.columns.map(({ label }) => label),
        ...table.rows,
      )
      if (table.more > 0) rows.push([words.more[lang], table.more])
    }
  }
  rows.push([], [`# ${words.accounting[lang]}`], ...report.accounting.map((line) => [line]))
  return Buffer.from(csvOf([report.title], rows), 'utf8')
}
