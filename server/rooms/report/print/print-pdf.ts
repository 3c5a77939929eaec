import { createRequire } from 'node:module'
import { say, type Lang, type Words } from '@belvedere/contract/kit/text.ts'
import type { Section } from '@belvedere/contract/rooms/report/report.ts'
// oxlint-disable-next-line import/no-named-as-default -- its types declare only the default export
import PDFDocument from 'pdfkit'
import type { BuiltReport } from '../build/build-report.ts'

const require = createRequire(import.meta.url)
const fontFile = (weight: string) =>
  require.resolve(`@expo-google-fonts/noto-sans-sc/${weight}/NotoSansSC_${weight}.ttf`)

const ink = '#1d2433'
const soft = '#5b6475'
const line = '#dfe3ea'
const stripe = '#f6f7f9'
const accent = '#2856e0'
const bad = '#c62f2f'

/** Points. */
const MARGIN = 44
const PAGE = { width: 595.28, height: 841.89 }
const WIDTH = PAGE.width - 2 * MARGIN
const FOOT = 34

const words = {
  made: { zh: '生成于 {at}', en: 'Made at {at}' },
  page: { zh: '第 {n} / {all} 页', en: 'Page {n} of {all}' },
  accounting: { zh: '统计口径', en: 'How the numbers are worked out' },
  more: { zh: '另有 {n} 行未列出', en: '{n} more {n:row is|rows are} not listed' },
  sign: { zh: '确认', en: 'Signatures' },
  provider: { zh: '服务方', en: 'For the provider' },
  customer: { zh: '客户方', en: 'For the customer' },
  date: { zh: '日期', en: 'Date' },
} satisfies Record<string, Words>

export interface Printing {
  lang: Lang
  /** PNG; undefined without. */
  logo: Buffer | undefined
  sign: boolean
  /** The printed time. */
  made_at: string
  /** Tests can read uncompressed pages. */
  compress?: boolean
}

type Doc = InstanceType<typeof PDFDocument>

/** The report on A4 pages, with embedded fonts. */
export function printPdf(report: BuiltReport, settings: Printing): Promise<Buffer> {
  const doc = new PDFDocument({
    size: 'A4',
    margins: { top: MARGIN, bottom: MARGIN + FOOT, left: MARGIN, right: MARGIN },
    bufferPages: true,
    compress: settings.compress ?? true,
    info: { Title: `${report.title} · ${report.scene_name}`, Creator: 'Belvedere' },
    lang: settings.lang === 'zh' ? 'zh-CN' : 'en',
  })
  const chunks: Buffer[] = []
  const whole = new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.on('end', () => resolve(Buffer.concat(chunks)))
    doc.on('error', reject)
  })
  doc.registerFont('text', fontFile('400Regular'))
  doc.registerFont('strong', fontFile('600SemiBold'))
  head(doc, report, settings)
  for (const section of report.sections) printSection(doc, section, settings.lang)
  accounting(doc, report, settings.lang)
  if (settings.sign) signatures(doc, settings.lang)
  feet(doc, report, settings.lang)
  doc.end()
  return whole
}

const left = (doc: Doc) => PAGE.height - doc.page.margins.bottom - doc.y
function room(doc: Doc, height: number): void {
  if (left(doc) < height) doc.addPage()
}

function head(doc: Doc, { title, scene_name, period }: BuiltReport, { logo, lang, made_at }: Printing): void {
  if (logo) doc.image(logo, PAGE.width - MARGIN - 120, MARGIN, { fit: [120, 44], align: 'right' })
  doc
    .font('text')
    .fontSize(10)
    .fillColor(soft)
    .text(title, MARGIN, MARGIN, { width: WIDTH - 140 })
  doc
    .font('strong')
    .fontSize(21)
    .fillColor(ink)
    .text(scene_name, { width: WIDTH - 140 })
  doc
    .font('text')
    .fontSize(9)
    .fillColor(soft)
    .text(period)
    .text(say(words.made, lang, { at: made_at }))
  doc.moveDown(0.6)
  rule(doc)
}

function rule(doc: Doc): void {
  doc
    .moveTo(MARGIN, doc.y)
    .lineTo(PAGE.width - MARGIN, doc.y)
    .lineWidth(0.7)
    .strokeColor(line)
    .stroke()
  doc.moveDown(0.4)
}

function printSection(doc: Doc, section: Section, lang: Lang): void {
  room(doc, 96)
  doc.moveDown(0.7)
  doc.font('strong').fontSize(13).fillColor(ink).text(section.title, MARGIN)
  doc.moveDown(0.25)
  doc.font('text').fontSize(8.5).fillColor(soft)
  for (const note of section.notes) doc.text(note, MARGIN, doc.y, { width: WIDTH })
  if (section.facts.length > 0) facts(doc, section.facts)
  for (const chart of section.charts) printChart(doc, chart)
  for (const table of section.tables) printTable(doc, table, lang)
}

/** Four in a row: a small label above a large value. */
function facts(doc: Doc, list: Section['facts']): void {
  const width = WIDTH / 4
  for (let at = 0; at < list.length; at += 4) {
    room(doc, 46)
    const top = doc.y + 4
    list.slice(at, at + 4).forEach(({ label, value }, column) => {
      const x = MARGIN + column * width
      doc
        .font('text')
        .fontSize(8)
        .fillColor(soft)
        .text(label, x, top, { width: width - 8, lineBreak: false })
      doc
        .font('strong')
        .fontSize(13)
        .fillColor(ink)
        .text(value, x, top + 12, { width: width - 8, lineBreak: false })
    })
    doc.x = MARGIN
    doc.y = top + 36
  }
}

const CHART = 84

function printChart(doc: Doc, { title, unit, max, points }: Section['charts'][number]): void {
  room(doc, CHART + 44)
  doc.moveDown(0.3)
  doc
    .font('strong')
    .fontSize(9)
    .fillColor(ink)
    .text(unit ? `${title} (${unit})` : title, MARGIN)
  const values = points.map(({ value }) => value ?? 0)
  // a curve that stays near its maximum is drawn from a little below its smallest value
  const low =
    max === null ? 0 : Math.min(max * 0.9, Math.floor(Math.min(...points.map(({ value }) => value ?? max)) / 10) * 10)
  const high = max ?? Math.max(...values, Number.MIN_VALUE)
  const top = doc.y + 6
  const base = top + CHART
  const place = WIDTH - 30
  const step = place / points.length
  doc.lineWidth(0.5).strokeColor(line)
  for (const part of [0, 0.5, 1]) {
    const y = base - part * CHART
    doc
      .moveTo(MARGIN + 30, y)
      .lineTo(PAGE.width - MARGIN, y)
      .stroke()
    const shown = low + part * (high - low)
    doc
      .font('text')
      .fontSize(6.5)
      .fillColor(soft)
      .text(numberText(shown), MARGIN, y - 5, { width: 26, align: 'right', lineBreak: false })
  }
  points.forEach(({ value }, at) => {
    if (value === null) return
    const height = Math.max(0.6, ((value - low) / (high - low || 1)) * CHART)
    const x = MARGIN + 30 + at * step + step * 0.15
    doc
      .rect(x, base - height, Math.max(0.6, step * 0.7), height)
      .fill(max !== null && value < max ? (value < max * 0.99 ? bad : accent) : accent)
  })
  const every = Math.max(1, Math.ceil(points.length / 10))
  points.forEach(({ label }, at) => {
    if (at % every !== 0) return
    doc
      .font('text')
      .fontSize(6.5)
      .fillColor(soft)
      .text(label.slice(5), MARGIN + 30 + at * step, base + 3, { lineBreak: false })
  })
  doc.x = MARGIN
  doc.y = base + 18
  grid(doc, points)
}

const GRID = 5

/** The same numbers as text. */
function grid(doc: Doc, points: Section['charts'][number]['points']): void {
  const width = WIDTH / GRID
  for (let at = 0; at < points.length; at += GRID) {
    room(doc, 11)
    const top = doc.y
    points.slice(at, at + GRID).forEach(({ label, text }, column) => {
      doc
        .font('text')
        .fontSize(6.8)
        .fillColor(soft)
        .text(`${label}  `, MARGIN + column * width, top, { continued: true, lineBreak: false })
      doc.fillColor(ink).text(text, { lineBreak: false })
    })
    doc.x = MARGIN
    doc.y = top + 10.5
  }
}

const numberText = (value: number) =>
  value >= 100 || Number.isInteger(value) ? String(Math.round(value)) : value.toFixed(value >= 10 ? 1 : 2)

type PdfTable = Section['tables'][number]

const CELL = 4
const SIZE = 7.6

/** The width of columns depends on their content. */
function widthsOf(doc: Doc, { columns, rows }: PdfTable): number[] {
  doc.font('text').fontSize(SIZE)
  const wanted = columns.map(({ label }, at) => {
    const texts = [label, ...rows.slice(0, 60).map((row) => String(row[at] ?? ''))]
    return Math.min(200, Math.max(...texts.map((text) => doc.widthOfString(text)))) + 2 * CELL + 1
  })
  const all = wanted.reduce((sum, one) => sum + one, 0)
  if (all <= WIDTH) return wanted.map((one) => (one * WIDTH) / all)
  // short columns are not shortened, long ones share the rest
  const fair = WIDTH / columns.length
  const short = wanted.filter((one) => one <= fair).reduce((sum, one) => sum + one, 0)
  const long = all - short
  return wanted.map((one) => (one <= fair ? one : ((WIDTH - short) * one) / long))
}

function printTable(doc: Doc, table: PdfTable, lang: Lang): void {
  room(doc, 60)
  doc.moveDown(0.35)
  doc.font('strong').fontSize(9).fillColor(ink).text(table.title, MARGIN)
  doc.y += 3
  const widths = widthsOf(doc, table)
  const heading = table.columns.map(({ label }) => label)
  printRow(doc, table, widths, heading, 'head')
  table.rows.forEach((row, at) => {
    const texts = row.map((cell) => (cell === null ? '–' : String(cell)))
    if (left(doc) < heightOf(doc, widths, texts)) {
      doc.addPage()
      printRow(doc, table, widths, heading, 'head')
    }
    printRow(doc, table, widths, texts, at % 2 === 1 ? 'odd' : 'even')
  })
  if (table.more > 0)
    doc
      .font('text')
      .fontSize(SIZE)
      .fillColor(soft)
      .text(say(words.more, lang, { n: table.more }), MARGIN, doc.y + 3)
}

function heightOf(doc: Doc, widths: readonly number[], texts: readonly string[]): number {
  doc.font('text').fontSize(SIZE)
  return (
    Math.max(...texts.map((text, at) => doc.heightOfString(text, { width: (widths[at] ?? 0) - 2 * CELL }))) + 2 * CELL
  )
}

function printRow(
  doc: Doc,
  { columns }: PdfTable,
  widths: readonly number[],
  texts: readonly string[],
  kind: 'head' | 'odd' | 'even',
): void {
  const height = heightOf(doc, widths, texts)
  const top = doc.y
  if (kind === 'odd') doc.rect(MARGIN, top, WIDTH, height).fill(stripe)
  let x = MARGIN
  texts.forEach((text, at) => {
    const width = widths[at] ?? 0
    doc
      .font('text')
      .fontSize(SIZE)
      .fillColor(kind === 'head' ? soft : ink)
      .text(text, x + CELL, top + CELL, { width: width - 2 * CELL, align: columns[at]?.right === 1 ? 'right' : 'left' })
    x += width
  })
  doc.x = MARGIN
  doc.y = top + height
  if (kind === 'head')
    doc
      .moveTo(MARGIN, doc.y)
      .lineTo(PAGE.width - MARGIN, doc.y)
      .lineWidth(0.7)
      .strokeColor(line)
      .stroke()
}

function accounting(doc: Doc, { accounting: lines }: BuiltReport, lang: Lang): void {
  room(doc, 60 + 14 * lines.length)
  doc.moveDown(1)
  rule(doc)
  doc.font('strong').fontSize(11).fillColor(ink).text(words.accounting[lang], MARGIN)
  doc.moveDown(0.3)
  doc.font('text').fontSize(8).fillColor(soft)
  lines.forEach((text, at) => doc.text(`${at + 1}. ${text}`, MARGIN, doc.y, { width: WIDTH }))
}

function signatures(doc: Doc, lang: Lang): void {
  room(doc, 130)
  doc.moveDown(1.5)
  doc.font('strong').fontSize(11).fillColor(ink).text(words.sign[lang], MARGIN)
  const top = doc.y + 52
  const half = WIDTH / 2
  for (const [at, side] of [words.provider, words.customer].entries()) {
    const x = MARGIN + at * half
    doc
      .moveTo(x, top)
      .lineTo(x + half - 24, top)
      .lineWidth(0.7)
      .strokeColor(soft)
      .stroke()
    doc
      .font('text')
      .fontSize(8)
      .fillColor(soft)
      .text(`${side[lang]} · ${words.date[lang]}`, x, top + 4, { width: half - 24, lineBreak: false })
  }
  doc.x = MARGIN
  doc.y = top + 24
}

function feet(doc: Doc, { title, scene_name }: BuiltReport, lang: Lang): void {
  const { count } = doc.bufferedPageRange()
  for (let n = 0; n < count; n++) {
    doc.switchToPage(n)
    // below the margin, where text would start a new page
    doc.page.margins.bottom = 0
    const y = PAGE.height - MARGIN
    doc.font('text').fontSize(7.5).fillColor(soft)
    doc.text(`${title} · ${scene_name}`, MARGIN, y, { width: WIDTH - 120, lineBreak: false })
    doc.text(say(words.page, lang, { n: n + 1, all: count }), PAGE.width - MARGIN - 120, y, {
      width: 120,
      align: 'right',
      lineBreak: false,
    })
  }
}
