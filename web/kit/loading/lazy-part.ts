import { createElement, lazy, type ComponentType, type FunctionComponent } from 'react'
import { ChunkMissing, loadChunk } from './load-chunk.ts'
import { PartBoundary } from './part-boundary.tsx'

/**
 * A component that is loaded when it is first shown, so that it is not part of the first load. On failure, an error is
 * shown in its place and the page stays; `spare`: an optional component, whose place stays empty.
 */
export function lazyPart<Name extends string, Props extends object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
  { spare = false }: { spare?: boolean } = {},
): FunctionComponent<Props> {
  const make = (load: () => Promise<Record<string, unknown>>) =>
    lazy<ComponentType<object>>(async () => {
      const found = (await loadChunk(load))[name]
      if (!found) throw new ChunkMissing(`${name} is not in its file`)
      return { default: found as ComponentType<object> }
    })
  let part = make(load)
  let tries = 0
  // React and the browser cache a failure as well as a success per address
  const again = (error: Error) => {
    const address = error instanceof ChunkMissing && error.address
    part = make(address ? () => import(/* @vite-ignore */ `${address}?again=${++tries}`) : load)
  }
  return function LazyPart(props: Props) {
    const { onClose } = props as { onClose?: () => void }
    return createElement(PartBoundary, { again, onClose, spare, part: () => createElement(part, props) })
  }
}
