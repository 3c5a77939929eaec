import type { ScreenSpec } from '../../kit/routing/define-screen.ts'
import { holdsOne } from '../../kit/session/session.ts'
import type { Words } from '../../kit/words/words.ts'
import { areas, groups } from './areas.ts'

/** A node of the menu tree: a screen, or a group of nodes. */
export interface MenuPlace {
  path: string
  title: Words
  screen?: ScreenSpec
  icon?: ScreenSpec['icon']
  badge?: ScreenSpec['badge']
  /** No screen below it is implemented yet. */
  planned?: boolean
  children: MenuPlace[]
}

/**
 * Screens the user may see. A planned screen only shows its plan, and no call grants its permission yet, so all users
 * see it. If an address is both implemented and planned, the implemented screen is used.
 */
export function permitted<S extends { screen: ScreenSpec }>(entries: readonly S[], held: readonly string[]): S[] {
  const built = new Set(entries.filter(({ screen }) => !screen.planned).map(({ screen }) => screen.path))
  return entries.filter(({ screen }) => (screen.planned ? !built.has(screen.path) : holdsOne(held, screen.permission)))
}

/** The menus: areas with at least one screen, and their children. Hidden screens are omitted. */
export function menuTree(screens: readonly ScreenSpec[]): MenuPlace[] {
  const root: MenuPlace = { path: '', title: { zh: '', en: '' }, children: [] }
  const shown = screens.filter((screen) => !screen.hidden && !screen.path.includes('$'))
  const order = new Map(areas.map(({ path }, index) => [path, index]))
  const areaOf = (screen: ScreenSpec) => order.get(areaPath(screen.path)) ?? order.size
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

function plant(root: MenuPlace, screen: ScreenSpec): void {
  const parts = screen.path.split('/').slice(1)
  let at = root
  parts.forEach((_part, depth) => {
    const path = `/${parts.slice(0, depth + 1).join('/')}`
    const isLeaf = depth === parts.length - 1
    let next = at.children.find((child) => child.path === path)
    if (!next) at.children.push((next = isLeaf ? leafOf(screen) : { path, title: titleOf(path), children: [] }))
    at = next
  })
}

function leafOf(screen: ScreenSpec): MenuPlace {
  const { path, title, icon, badge, planned } = screen
  return { path, title, icon, badge, planned, screen, children: [] }
}

/** A group without words adds no level: its children replace it. */
function lift(place: MenuPlace): MenuPlace {
  const children = place.children
    .map(lift)
    .flatMap((child) => (child.screen || child.title.zh ? [child] : child.children))
  const planned = place.planned ?? (children.length > 0 && children.every((child) => child.planned))
  const icon = place.icon ?? children.find((child) => child.icon)?.icon
  return { ...place, icon, planned, children }
}

function titleOf(path: string): Words {
  return areas.find((area) => area.path === path)?.title ?? groups[path] ?? { zh: '', en: '' }
}

/** The first screen at or below a node, implemented screens before planned ones. */
export function firstScreen(place: MenuPlace): ScreenSpec | undefined {
  const below = screensBelow(place)
  return below.find((screen) => !screen.planned) ?? below[0]
}

function screensBelow(place: MenuPlace): ScreenSpec[] {
  return [...(place.screen ? [place.screen] : []), ...place.children.flatMap(screensBelow)]
}

/** Nodes from the area down to the one at `path`. */
export function trailTo(places: readonly MenuPlace[], path: string): MenuPlace[] {
  for (const place of places) {
    if (place.path === path) return [place]
    if (path.startsWith(`${place.path}/`)) return [place, ...trailTo(place.children, path)]
    const below = trailTo(place.children, path)
    if (below.length > 0) return [place, ...below]
  }
  return []
}

/** Redirects of addresses without a screen: every parent to its first screen, `/` and `/index` to the first of all. */
export function parentRedirects(screens: readonly ScreenSpec[]): Map<string, string> {
  const tree = menuTree(screens)
  const taken = new Set(screens.map((screen) => screen.path))
  const redirects = new Map<string, string>()
  const first = firstScreen({ path: '', title: { zh: '', en: '' }, children: tree })?.path ?? '/404'
  redirects.set('/index', first)
  redirects.set('/', '/index')
  const walk = (place: MenuPlace) => {
    const to = firstScreen(place)?.path
    if (to && !taken.has(place.path)) redirects.set(place.path, to)
    place.children.forEach(walk)
  }
  tree.forEach(walk)
  return redirects
}
