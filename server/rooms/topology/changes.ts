import type { topologyCalls } from '@belvedere/contract/rooms/topology/topology.ts'
import type { Out } from '@belvedere/contract/kit/define-calls.ts'
import { randomBytes } from 'node:crypto'
import { ChangeLog } from './changes-rules.ts'
import type { DrawnEdge, DrawnNode } from './draw-rules.ts'

export type DrawingAnswer = Out<typeof topologyCalls.get>
/** The complete drawing of a network at a time. */
export type WholeDrawing = Omit<DrawingAnswer, 'whole' | 'gone' | 'mark'>

/** The last answers for a scene; a mark consists of its run and the number of the update. */
interface SentDrawing {
  run: string
  told: number
  nodes: ChangeLog<DrawnNode>
  edges: ChangeLog<DrawnEdge>
}

/** By scene, the least recently used first. A request for a removed one gets the complete drawing. */
const known = new Map<number, SentDrawing>()
/** Maximum number of cached nodes and edges of all scenes: about a kilobyte each. */
const MOST = 100_000
let size = 0

/**
 * The differences of a drawing to the answer with the mark `since`. Drawings may arrive in another order than they were
 * made: each is compared with the previous one, so that a client that follows the marks has the state of the last
 * answer.
 */
export function changesOf(scene_id: number, drawing: WholeDrawing, since: string | undefined): DrawingAnswer {
  const reported = remembered(scene_id)
  size -= sizeOf(reported)
  const next = reported.told + 1
  const [nodes, edges] = [reported.nodes.tell(drawing.nodes, next), reported.edges.tell(drawing.edges, next)]
  if (nodes || edges) reported.told = next
  size += sizeOf(reported)
  forgetOldest(scene_id)
  const mark = `${reported.run}.${reported.told}`
  const [run, number] = since?.split('.') ?? []
  const held = Number(number)
  if (run !== reported.run || !Number.isInteger(held) || held > reported.told)
    return { ...drawing, whole: 1, gone: { nodes: [], edges: [] }, mark }
  const [some, links] = [reported.nodes.since(held), reported.edges.since(held)]
  return {
    ...drawing,
    whole: 0,
    nodes: some.list,
    edges: links.list,
    gone: { nodes: some.gone, edges: links.gone },
    mark,
  }
}

const sizeOf = ({ nodes, edges }: SentDrawing) => nodes.size + edges.size

/** Moved to the end, as the most recently used. */
function remembered(scene_id: number): SentDrawing {
  const found = known.get(scene_id)
  if (found && !found.nodes.isStale && !found.edges.isStale) {
    known.delete(scene_id)
    known.set(scene_id, found)
    return found
  }
  if (found) size -= sizeOf(found)
  known.delete(scene_id)
  const fresh = {
    run: randomBytes(9).toString('base64url'),
    told: 0,
    nodes: new ChangeLog<DrawnNode>(),
    edges: new ChangeLog<DrawnEdge>(),
  }
  known.set(scene_id, fresh)
  return fresh
}

function forgetOldest(but: number): void {
  for (const [scene_id, reported] of known) {
    if (size <= MOST) return
    if (scene_id === but) continue
    known.delete(scene_id)
    size -= sizeOf(reported)
  }
}
