import type { Screen } from '../kit/define-screen.ts'
import { holdsOne } from '../kit/session.ts'
import type { Words } from '../kit/words.ts'
import { areas, groups } from './areas.ts'

/** A place in the menus: a screen, or a group of places. */
export interface Place {
  path: string
  title: Words
  screen?: Screen
  icon?: Screen['icon']
  badge?: Screen['badge']
  children: Place[]
}

/** Screens the user may see. */
export function permitted(screens: readonly Screen[], held: readonly string[]): Screen[] {
  return screens.filter((screen) => holdsOne(held, screen.permission))
}

/** The menus: areas that have a screen, with what is below them. Hidden screens are left out. */
export function menuTree(screens: readonly Screen[]): Place[] {
  const root: Place = { path: '', title: { zh: '', en: '' }, children: [] }
  const shown = screens.filter((screen) => !screen.hidden && !screen.path.includes('$'))
  const order = new Map(areas.map(({ path }, index) => [path, index]))
  const areaOf = (screen: Screen) => order.get(areaPath(screen.path)) ?? order.size
  const sorted = [...shown].sort(
    (a, b) => areaOf(a) - areaOf(b) || (a.order ?? 100) - (b.order ?? 100) || (a.path < b.path ? -1 : 1),
  )
  for (const screen of sorted) plant(root, screen)
  return root.children.map(lift)
}

/** `/config/device/ap` → `/config`. */
export function areaPath(path: string): string {
  return `/${path.split('/')[1] ?? ''}`
}

function plant(root: Place, screen: Screen): void {
  const parts = screen.path.split('/').slice(1)
  let at = root
  parts.forEach((_part, depth) => {
    const path = `/${parts.slice(0, depth + 1).join('/')}`
    const isLeaf = depth === parts.length - 1
    let next = at.children.find((child) => child.path === path)
    if (!next)
      at.children.push(
        (next = isLeaf ? leafOf(screen) : { path, title: titleOf(path), icon: screen.icon, children: [] }),
      )
    at = next
  })
}

function leafOf(screen: Screen): Place {
  const { path, title, icon, badge } = screen
  return { path, title, icon, badge, screen, children: [] }
}

/** A group without words of its own is no level of its own: its children take its place. */
function lift(place: Place): Place {
  const children = place.children
    .map(lift)
    .flatMap((child) => (child.screen || child.title.zh ? [child] : child.children))
  return { ...place, children }
}

function titleOf(path: string): Words {
  return areas.find((area) => area.path === path)?.title ?? groups[path] ?? { zh: '', en: '' }
}

/** First screen at or below a place. */
export function firstScreen(place: Place): Screen | undefined {
  if (place.screen) return place.screen
  for (const child of place.children) {
    const found = firstScreen(child)
    if (found) return found
  }
  return undefined
}

/** Places from the area down to the one at `path`. */
export function trailTo(places: readonly Place[], path: string): Place[] {
  for (const place of places) {
    if (place.path === path) return [place]
    if (path.startsWith(`${place.path}/`)) return [place, ...trailTo(place.children, path)]
    const below = trailTo(place.children, path)
    if (below.length > 0) return [place, ...below]
  }
  return []
}

/** Where addresses lead that have no screen: every parent to its first screen, `/` and `/index` to the first of all. */
export function parentRedirects(screens: readonly Screen[]): Map<string, string> {
  const tree = menuTree(screens)
  const taken = new Set(screens.map((screen) => screen.path))
  const redirects = new Map<string, string>()
  const first = tree.map(firstScreen).find((screen) => screen !== undefined)?.path ?? '/404'
  redirects.set('/index', first)
  redirects.set('/', '/index')
  const walk = (place: Place) => {
    const to = firstScreen(place)?.path
    if (to && !taken.has(place.path)) redirects.set(place.path, to)
    place.children.forEach(walk)
  }
  tree.forEach(walk)
  return redirects
}
