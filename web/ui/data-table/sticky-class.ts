/**
 * A cell that stays visible at `left` when the table scrolls horizontally; not on a phone, which has no room for it.
 */
export function stickyClass(left: number | undefined, isLast: boolean): string | undefined {
  if (left === undefined) return undefined
  const edge = isLast ? ' group-data-wide/table:sm:border-r' : ''
  return `group-data-wide/table:sm:sticky group-data-wide/table:sm:z-1${edge}`
}
