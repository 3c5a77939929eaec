/** Number of items of the pager, first and last page included. */
const pagerCount = 5

export type PagerPlace = number | 'earlier' | 'later'

/** First and last page and a window around the current one; `earlier` and `later` replace the omitted pages. */
export function pagerWindow(page: number, pages: number, count = pagerCount): PagerPlace[] {
  if (pages <= count) return Array.from({ length: pages }, (_, index) => index + 1)
  const inner = count - 2
  const half = Math.floor(inner / 2)
  const start = Math.min(Math.max(page - half, 2), pages - inner)
  const window = Array.from({ length: inner }, (_, index) => start + index)
  const before: PagerPlace[] = start > 2 ? [1, 'earlier'] : [1]
  const after: PagerPlace[] = start + inner < pages ? ['later', pages] : [pages]
  return [...before, ...window, ...after]
}

export function pageCount(total: number, limit: number): number {
  return Math.max(1, Math.ceil(total / limit))
}

/** Clamps a page to 1 … page count. */
export function clampPage(page: number, total: number, limit: number): number {
  return Math.min(Math.max(1, Math.trunc(page) || 1), pageCount(total, limit))
}
