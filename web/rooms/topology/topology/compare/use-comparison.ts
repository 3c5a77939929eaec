import { useMemo } from 'react'
import type { TopologyNetwork } from '../network.ts'
import { differencesOf, ghostsOf } from './compare.ts'

/** The displayed time and its comparison: the current state with the day before, or with the first known time. */
export const compareFrom = (at: number, oldest: number, span: number) =>
  at > 0 ? { vs: at, at: 0 } : { vs: Math.max(oldest, Math.floor(Date.now() / 1000) - Math.min(span, 86_400)) }

/** Differences from the other network: removed objects with their positions, highlighted ids, and marks. */
export function useComparison(other: TopologyNetwork | undefined, network: TopologyNetwork | undefined) {
  return useMemo(() => {
    if (!other || !network) return undefined
    const list = differencesOf(other, network)
    const { nodes, edges } = ghostsOf(other, network)
    const marks = new Map(list.map(({ id, tone }) => [id, tone]))
    const ends = [...network.edges, ...edges].filter(({ id }) => marks.has(id)).flatMap(({ from, to }) => [from, to])
    return { list, nodes, edges, marks, lit: list.length > 0 ? new Set([...marks.keys(), ...ends]) : undefined }
  }, [other, network])
}
