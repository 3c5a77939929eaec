import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements, monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'

/** Drop position: before or after the element under the pointer. */
interface DropSpot {
  target: HTMLElement
  side: 'before' | 'after'
}

/**
 * Makes the children of a list draggable within it. `onMove` gets the old and the new index; during a drag,
 * `data-dragged` is set on the dragged element and `data-drop` on the neighbour of the drop position.
 */
export function dragAreas(list: HTMLElement, onMove: (from: number, to: number) => void): () => void {
  const items = [...list.children] as HTMLElement[]
  let marked: HTMLElement | undefined
  const mark = (spot: DropSpot | undefined) => {
    if (marked && marked !== spot?.target) delete marked.dataset.drop
    marked = spot?.target
    if (spot) spot.target.dataset.drop = spot.side
  }
  return combine(
    ...items.flatMap((element) => [
      draggable({
        element,
        getInitialData: () => ({ list }),
        onDragStart: () => (element.dataset.dragged = ''),
        onDrop: () => delete element.dataset.dragged,
      }),
      dropTargetForElements({ element, canDrop: ({ source }) => source.data.list === list }),
    ]),
    monitorForElements({
      canMonitor: ({ source }) => source.data.list === list,
      onDrag: ({ location }) => mark(spotOf(location.current)),
      onDrop: ({ source, location }) => {
        mark(undefined)
        const spot = spotOf(location.current)
        const from = items.indexOf(source.element)
        if (spot) onMove(from, newIndex(items.indexOf(spot.target), spot.side, from))
      },
    }),
  )
}

interface DragLocation {
  input: { clientX: number }
  dropTargets: { element: Element }[]
}

function spotOf({ input, dropTargets: [top] }: DragLocation): DropSpot | undefined {
  if (!top) return undefined
  const { left, width } = top.element.getBoundingClientRect()
  return { target: top.element as HTMLElement, side: input.clientX < left + width / 2 ? 'before' : 'after' }
}

/** Index in the list without the dragged element. */
function newIndex(over: number, side: DropSpot['side'], from: number): number {
  const to = side === 'before' ? over : over + 1
  return to > from ? to - 1 : to
}
