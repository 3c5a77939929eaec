import { lazy, type ComponentType, type LazyExoticComponent } from 'react'
import { loadChunk } from './load-chunk.ts'

/** A component that is fetched when it is first shown: what nobody sees before a click is not among the first bytes. */
export function lazyPart<Name extends string, Props>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: (await loadChunk(load))[name] }))
}
