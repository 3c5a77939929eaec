/** The query of a table. */
export interface PageRequest {
  page: number
  limit: number
  search: string
  /** A column and a direction; absent: the order of the input. */
  orderby?: { key: string; down: boolean }
}

export interface Paged<Row> {
  /** Number of rows that match the search, on all pages. */
  total: number
  list: Row[]
}

const longestSearch = 128
const mostRows = 1000

/**
 * Reads `{page, limit, search, orderby: "field asc|desc"}` from any value. An invalid member gets its default (page 1, 10 rows,
 * no search, no order). `limit` is at most 1000. A field that is not in `sortable` is ignored.
 */
export function readPaging(content: unknown, sortable: readonly string[]): PageRequest {
  const from = typeof content === 'object' && content !== null ? (content as Record<string, unknown>) : {}
  const order = typeof from.orderby === 'string' ? /^(\w{1,64}) (asc|desc)$/.exec(from.orderby.trim()) : null
  const key = order?.[1] ?? ''
  return {
    page: whole(from.page, 1, 1_000_000),
    limit: whole(from.limit, 10, mostRows),
    search: typeof from.search === 'string' ? from.search.trim().slice(0, longestSearch) : '',
    ...(sortable.includes(key) ? { orderby: { key, down: order?.[2] === 'desc' } } : {}),
  }
}

function whole(value: unknown, otherwise: number, most: number): number {
  const read = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof read === 'number' && Number.isInteger(read) && read >= 1 ? Math.min(read, most) : otherwise
}

/** Searches all cells (ignoring case), sorts (stable, empty cells last) and returns one page. */
export function pageRows<Row extends object>(rows: readonly Row[], paging: PageRequest): Paged<Row> {
  const found = matching(rows, paging.search)
  const sorted = paging.orderby ? inOrder(found, paging.orderby) : found
  const start = (paging.page - 1) * paging.limit
  return { total: found.length, list: sorted.slice(start, start + paging.limit) }
}

function matching<Row extends object>(rows: readonly Row[], search: string): readonly Row[] {
  const wanted = search.toLowerCase()
  if (wanted === '') return rows
  return rows.filter((row) => Object.values(row).some((cell) => textOf(cell).toLowerCase().includes(wanted)))
}

function inOrder<Row extends object>(rows: readonly Row[], { key, down }: { key: string; down: boolean }): Row[] {
  const sign = down ? -1 : 1
  const cell = (row: Row) => (row as Record<string, unknown>)[key]
  return [...rows].sort((a, b) => {
    const [left, right] = [cell(a), cell(b)]
    if (isEmpty(left) || isEmpty(right)) return Number(isEmpty(left)) - Number(isEmpty(right))
    return sign * compareCells(left, right)
  })
}

// Digits inside texts count as numbers, so that eth10 follows eth9 and 192.0.2.10 follows 192.0.2.9.
const texts = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

function compareCells(left: unknown, right: unknown): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right
  return texts.compare(textOf(left), textOf(right))
}

function isEmpty(cell: unknown): boolean {
  return cell === undefined || cell === null || cell === ''
}

function textOf(cell: unknown): string {
  return isEmpty(cell) ? '' : String(cell)
}
