import { useVirtualizer, defaultRangeExtractor, type Range } from '@tanstack/react-virtual'
import {
  Fragment,
  useCallback,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  type ReactNode,
  type Ref,
  type RefObject,
} from 'react'
import type { RowKey } from './table-row.tsx'

export const rowHeight = 36
/** Larger tables render only the visible rows. */
export const virtualAbove = 100

export interface BodyHandle {
  /** Scrolls to a row that is not rendered and focuses it afterwards. */
  reach: (index: number) => void
}

interface BodyProps<Row> {
  rows: readonly Row[]
  rowKey: (row: Row) => RowKey
  drawRow: (row: Row, index: number) => ReactNode
  drawDetail: (row: Row) => ReactNode
}

interface VirtualBodyProps<Row> extends BodyProps<Row> {
  scroller: RefObject<HTMLDivElement | null>
  ref: Ref<BodyHandle>
}

export function PlainBody<Row>({ rows, rowKey, drawRow, drawDetail }: BodyProps<Row>) {
  return (
    <tbody>
      {rows.map((row, index) => (
        <Fragment key={rowKey(row)}>
          {drawRow(row, index)}
          {drawDetail(row)}
        </Fragment>
      ))}
    </tbody>
  )
}

/** One `tbody` per row, so that a row and its detail are measured together; empty space replaces the other rows. */
export function VirtualBody<Row>({ rows, rowKey, drawRow, drawDetail, scroller, ref }: VirtualBodyProps<Row>) {
  const wanted = useRef(-1)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: oneRow,
    // a new function would make it measure every row again at every render
    getItemKey: useCallback((index: number) => rowKey(rows[index] as Row), [rows, rowKey]),
    measureElement: heightOf,
    overscan: 3,
    scrollPaddingStart: rowHeight,
    rangeExtractor: useRangeWithFocus(scroller),
  })
  useImperativeHandle(
    ref,
    () => ({
      reach: (index) => {
        wanted.current = index
        virtual.scrollToIndex(index)
      },
    }),
    [virtual],
  )
  const items = virtual.getVirtualItems()
  useLayoutEffect(() => {
    if (wanted.current < 0) return
    const row = scroller.current?.querySelector<HTMLElement>(`[data-row="${wanted.current}"]`)
    if (!row) return
    wanted.current = -1
    row.focus({ preventScroll: true })
  })
  return (
    <>
      {items.map(({ index, key, start }, place) => {
        const row = rows[index] as Row
        return (
          <Fragment key={key as RowKey}>
            <Space height={start - (items[place - 1]?.end ?? 0)} />
            <tbody ref={virtual.measureElement} data-index={index}>
              {drawRow(row, index)}
              {drawDetail(row)}
            </tbody>
          </Fragment>
        )
      })}
      <Space height={virtual.getTotalSize() - (items.at(-1)?.end ?? 0)} />
    </>
  )
}

const oneRow = () => rowHeight

/** Measuring every new row costs more than rendering it; only a row with an open detail has another height. */
const heightOf = (body: Element) => (body.childElementCount > 1 ? body.getBoundingClientRect().height : rowHeight)

/** The visible rows and the focused one: scrolling past it must not lose the focus. */
function useRangeWithFocus(scroller: RefObject<HTMLDivElement | null>): (range: Range) => number[] {
  return useCallback(
    (range) => {
      const indexes = defaultRangeExtractor(range)
      const active = document.activeElement
      if (!active || active === scroller.current || !scroller.current?.contains(active)) return indexes
      const at = Number(active.closest<HTMLElement>('tbody[data-index]')?.dataset.index ?? -1)
      if (at < 0 || at >= range.count || indexes.includes(at)) return indexes
      return [...indexes, at].sort((a, b) => a - b)
    },
    [scroller],
  )
}

function Space({ height }: { height: number }) {
  if (height <= 0) return null
  return (
    <tbody aria-hidden="true">
      <tr style={{ height }}>
        <td colSpan={99} aria-hidden="true" className="p-0" />
      </tr>
    </tbody>
  )
}
