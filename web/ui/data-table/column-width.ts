import { say } from '../base/words.ts'
import { sortField, type Column } from './column.ts'

/** Width of the padding, and of the sort marker of a sortable label. */
const besideLabel = 20
const besideSortable = 40
/** Width of the help marker of a column. */
const tipsRoom = 18
const least = 64

let pen: CanvasRenderingContext2D | null | undefined

function textWidth(text: string): number {
  pen ??= makePen()
  if (!pen) return text.length * 13
  return pen.measureText(text).width
}

function makePen(): CanvasRenderingContext2D | null {
  const made = document.createElement('canvas').getContext('2d')
  if (made) made.font = `500 12px ${getComputedStyle(document.body).fontFamily}`
  return made
}

/** Minimum width of a column in pixels. */
export function leastWidth<Row>(column: Column<Row>, measure = textWidth): number {
  if (column.width) return column.width
  const beside = sortField(column) ? besideSortable : besideLabel
  const label = Math.ceil(measure(say(column.label))) + beside + (column.tips ? tipsRoom : 0)
  return Math.max(label, column.minWidth ?? least)
}

/** Widths in pixels. Free space goes to the columns without a specified width, or to all columns if each has one. */
export function columnWidths<Row>(columns: readonly Column<Row>[], room: number, measure = textWidth): number[] {
  const widths = columns.map((column) => leastWidth(column, measure))
  const free = room - widths.reduce((sum, width) => sum + width, 0)
  if (free <= 0) return widths
  const growing = columns.filter((column) => !column.width).length || columns.length
  const grows = (column: Column<Row>) => growing === columns.length || !column.width
  const share = free / growing
  return widths.map((width, index) => (columns[index] && grows(columns[index]) ? width + share : width))
}
