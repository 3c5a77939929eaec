import { say } from '../../kit/words/words.ts'
import type { MenuPlace } from '../menu/menu-tree.ts'

/** The entry that is always included: the start area of the product. */
const indexSlug = '/index'
const indexArea = '/home'

const slugOf = (path: string) => (path === indexArea ? indexSlug : path)

/** Areas in the order of their slugs; areas without a position are appended in their previous order. */
export function inOrder<P extends Pick<MenuPlace, 'path'>>(areas: readonly P[], slugs: readonly string[]): P[] {
  const place = new Map(slugs.map((slug, index) => [slug, index]))
  const rank = (area: P) => place.get(slugOf(area.path)) ?? slugs.length
  return [...areas].sort((a, b) => rank(a) - rank(b))
}

/** Input of `menu/nav`: slug, title and sort from 1; the index entry is always included. */
export function entriesOf(areas: readonly Pick<MenuPlace, 'path' | 'title'>[]) {
  const entries = areas.map(({ path, title }) => ({ slug: slugOf(path), title: say(title) }))
  const index = { slug: indexSlug, title: say({ zh: '首页', en: 'Home' }) }
  const whole = entries.some(({ slug }) => slug === indexSlug) ? entries : [index, ...entries]
  return whole.map((entry, at) => ({ ...entry, sort: at + 1 }))
}

/** Moves one element of the list; positions outside the list are clamped. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, index) => index !== from)
  const [taken] = list.slice(from, from + 1)
  return taken === undefined ? rest : rest.toSpliced(Math.max(0, to), 0, taken)
}
