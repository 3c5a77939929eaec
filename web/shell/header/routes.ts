import type { ScreenSpec } from '../../kit/routing/define-screen.ts'
import type { Words } from '../../kit/words/words.ts'
import { asideAreas } from '../menu/areas.ts'
import type { MenuPlace } from '../menu/menu-tree.ts'

/** A page that the search finds by its title. */
export interface MenuRoute {
  path: string
  title: Words
  /** Titles of its parents, the area first. */
  parents: readonly Words[]
  icon: ScreenSpec['icon']
  /** Not in the main menu: account, support, cost. */
  aside: boolean
}

/** All pages in the menus, without hidden pages. */
export function routesOf(places: readonly MenuPlace[], parents: readonly Words[] = []): MenuRoute[] {
  return places.flatMap(({ path, title, icon, screen, children }) => [
    ...(screen ? [{ path, title, parents, icon, aside: asideAreas.some((area) => path.startsWith(`${area}/`)) }] : []),
    ...routesOf(children, [...parents, title]),
  ])
}

/** Titles joined in menu order. */
export function trail(titles: readonly string[]): string {
  return titles.join(' - ')
}

/** Pages whose title contains the text, ignoring case; titles that start with it first. */
export function routesWith(
  routes: readonly MenuRoute[],
  typed: string,
  titleOf: (words: Words) => string,
): MenuRoute[] {
  const wanted = typed.trim().toLowerCase()
  if (!wanted) return []
  const placeIn = (route: MenuRoute) => titleOf(route.title).toLowerCase().indexOf(wanted)
  return routes.filter((route) => placeIn(route) >= 0).sort((a, b) => Math.sign(placeIn(a)) - Math.sign(placeIn(b)))
}
