import type { Words } from '../kit/words.ts'
import { trailTo, type Place } from './menu-tree.ts'

/** A page of the menus, with the titles of the places above it. */
export interface Page {
  path: string
  title: Words
  above: readonly Words[]
}

/** The pages whose title holds the typed text, in either language and whatever the case; none for no text. */
export function findPages(menu: readonly Place[], typed: string): Page[] {
  const wanted = typed.trim().toLowerCase()
  if (!wanted) return []
  return pagesOf(menu).filter(({ title: { zh, en } }) => [zh, en].some((word) => word.toLowerCase().includes(wanted)))
}

/** The page at a path; undefined when it is not in the menus (any more). */
export function pageAt(menu: readonly Place[], path: string): Page | undefined {
  const trail = trailTo(menu, path)
  const place = trail.at(-1)
  if (place?.path !== path || !place.screen) return undefined
  return { path, title: place.title, above: trail.slice(0, -1).map(({ title }) => title) }
}

function pagesOf(places: readonly Place[], above: readonly Words[] = []): Page[] {
  return places.flatMap(({ path, title, screen, children }) => [
    ...(screen ? [{ path, title, above }] : []),
    ...pagesOf(children, [...above, title]),
  ])
}
