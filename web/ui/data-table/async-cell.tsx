import { useEffect, useState, type ReactNode } from 'react'
import { Skeleton } from '../feedback/skeleton.tsx'
import type { Column } from './column.ts'

/** By column, then by row: a row that scrolls out of view and back is not loaded again. */
const request = new WeakMap<object, WeakMap<object, Promise<ReactNode>>>()

function ask<Row>(column: Column<Row>, row: Row, load: (row: Row) => Promise<ReactNode>): Promise<ReactNode> {
  const ofColumn = request.get(column) ?? new WeakMap<object, Promise<ReactNode>>()
  request.set(column, ofColumn)
  const answer = ofColumn.get(row as object) ?? load(row)
  ofColumn.set(row as object, answer)
  return answer
}

/** A cell whose content is loaded after its row; a dash if loading fails. */
export function AsyncCell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const [content, setContent] = useState<ReactNode>()
  const [pending, setPending] = useState(true)
  useEffect(() => {
    let left = false
    const show = (node: ReactNode) => {
      if (left) return
      setContent(node)
      setPending(false)
    }
    if (column.async) void ask(column, row, column.async).then(show, () => show(undefined))
    return () => void (left = true)
  }, [column, row])
  if (pending) return <Skeleton className="w-1/2" />
  return content ?? <span className="text-faint">–</span>
}
