import { createElement, lazy, type ComponentType, type FunctionComponent } from 'react'
import { ChunkMissing, loadChunk } from './load-chunk.ts'
import { PartBoundary } from './part-boundary.tsx'

/**
 * A component that is fetched when it is first shown: what nobody sees before a click is not among the first bytes. Where it
 * cannot be fetched its own place says so, and the page stays; `spare`: nobody misses it, its place stays empty.
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
  // React keeps a failure as well as a success, and so does the browser, for an address
  const again = (error: Error) => {
    const address = error instanceof ChunkMissing && error.address
    part = make(address ? () => import(/* @vite-ignore */ `${address}?again=${++tries}`) : load)
  }
  return function LazyPart(props: Props) {
    const { onClose } = props as { onClose?: () => void }
    return createElement(PartBoundary, { again, onClose, spare, part: () => createElement(part, props) })
  }
}
