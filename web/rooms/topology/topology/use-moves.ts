import { topologyCalls } from '@belvedere/contract/rooms/topology/topology.ts'
import { layoutBeside } from '@belvedere/pure/collection/tree-layout.ts'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useMutateCall } from '../../../kit/calls/query.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import { isPlaced, type TopologyNode, type PlacedNode, type CanvasPoint } from './network.ts'

/** Number of moves that the button can undo. */
const MOST_BACK = 50

/** Nodes with the moves that the server has not returned yet; moves nodes, and undoes that. */
export function useMoves(scene_id: number, told: readonly TopologyNode[] | undefined) {
  const { run } = useMutateCall(topologyCalls.place)
  const [ahead, setAhead] = useState<ReadonlyMap<string, CanvasPoint>>()
  const former = useRef<ReadonlyMap<string, CanvasPoint>[]>([])
  const nodes = useMemo(
    () => (ahead ? (told ?? []).map((node) => ({ ...node, ...ahead.get(node.id) })) : (told ?? [])),
    [told, ahead],
  )
  // the next response of the server contains the move
  useEffect(() => setAhead(undefined), [told])
  const latest = useRef(nodes)
  latest.current = nodes
  const send = useCallback(
    async (spots: ReadonlyMap<string, CanvasPoint>) => {
      setAhead((was) => new Map([...(was ?? []), ...spots]))
      const places = [...spots].slice(0, 5000).map(([id, { x, y }]) => ({ id, x, y }))
      const answer = places.length > 0 ? await run({ scene_id, places }) : undefined
      if (!answer) setAhead(undefined)
      return answer !== undefined
    },
    [run, scene_id],
  )
  const place = useCallback(
    (spots: ReadonlyMap<string, CanvasPoint>) => {
      const before = latest.current.filter(isPlaced).filter(({ id }) => spots.has(id))
      former.current = [...former.current, new Map(before.map(({ id, x, y }) => [id, { x, y }]))].slice(-MOST_BACK)
      void send(spots)
    },
    [send],
  )
  const back = useCallback(() => {
    const spots = former.current.pop()
    if (!spots?.size) return toast.info({ zh: '没有可撤销的移动', en: 'No move to take back' })
    void send(spots)
  }, [send])
  return { nodes, place, back }
}

/** Positions for nodes without one, beside those that have one. */
export function placesBeside(
  nodes: readonly TopologyNode[],
  placed: readonly PlacedNode[],
  ids: readonly string[],
): Map<string, CanvasPoint> {
  const all = layoutBeside(nodes, new Map(placed.map(({ id, x, y }) => [id, { x, y }])))
  return new Map(ids.flatMap((id) => (all.has(id) ? [[id, all.get(id) as CanvasPoint] as const] : [])))
}
