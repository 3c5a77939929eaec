import { useLayoutEffect, useState, type RefObject } from 'react'

export interface Fitting {
  /** Number of children on the first line. */
  count: number
  /** Pixels from the list's left edge to the end of the last child on the first line. */
  end: number
}

/** Measures the first line of a wrapping list, again after a change of the list, a child, or `key`. */
export function useFitting(list: RefObject<HTMLElement | null>, key: string): Fitting {
  const [fitting, setFitting] = useState<Fitting>({ count: Number.POSITIVE_INFINITY, end: 0 })
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    const children = [...element.children] as HTMLElement[]
    const measure = () => {
      const below = children.findIndex((child) => child.offsetTop > (children[0]?.offsetTop ?? 0))
      const count = below < 0 ? children.length : below
      const last = children[count - 1]
      const end = last ? last.offsetLeft - element.offsetLeft + last.offsetWidth : 0
      setFitting((was) => (was.count === count && was.end === end ? was : { count, end }))
    }
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    for (const child of children) observer.observe(child)
    measure()
    return () => observer.disconnect()
  }, [list, key])
  return fitting
}
