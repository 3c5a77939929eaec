import type { ScreenSpec } from '../../kit/routing/define-screen.ts'
import type { Words } from '../../kit/words/words.ts'
import { asideAreas } from '../menu/areas.ts'
import type { MenuPlace } from '../menu/menu-tree.ts'

/** A page that can be found by its title. */
export interface MenuRoute {
  path: string
  title: Words
  /** Of the places above it, the area first. */
  parents: readonly Words[]
  icon: ScreenSpec['icon']
  /** Not in the main menu: account, support, cost. */
  aside: boolean
}

/** Every page in the menus. Hidden ones are not in the menus to begin with. */
export function routesOf(places: readonly MenuPlace[], parents: readonly Words[] = []): MenuRoute[] {
  return places.flatMap(({ path, title, icon, screen, children }) => [
    ...(screen ? [{ path, title, parents, icon, aside: asideAreas.some((area) => path.startsWith(`${area}/`)) }] : []),
    ...routesOf(children, [...parents, title]),
  ])
}

/** Titles joined as menus are read. */
export function trail(titles: readonly string[]): string {
  return titles.join(' - ')
}

/** Pages whose title contains the text, whatever its case; those that begin with it first. */
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
