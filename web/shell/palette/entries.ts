import { CornerDownRight } from 'lucide-react'
import type { Finder, FoundEntry, Fit } from '../../kit/routing/define-finder.ts'
import { lang, say, type Words } from '../../kit/words/words.ts'
import { trail, type MenuRoute } from '../header/routes.ts'
import { fitText } from './fit-text.ts'
import type { PaletteAction } from './own-entries.ts'

/** A row of the palette. */
export interface PaletteEntry extends FoundEntry {
  /** Unique in the palette, without spaces. */
  key: string
  mark?: Pick<Fit, 'from' | 'to'> | undefined
}

/** Rows below one heading. */
export interface PaletteSection {
  title: Words
  entries: readonly PaletteEntry[]
}

const mostPages = 6

const other = lang === 'zh' ? 'en' : 'zh'

export function pageEntry(route: MenuRoute, mark?: Fit): PaletteEntry {
  return {
    key: `page:${route.path}`,
    id: route.path,
    label: say(route.title),
    icon: route.icon ?? CornerDownRight,
    detail: trail(route.parents.map((words) => say(words))),
    mark,
    run: ({ go }) => go(route.path),
  }
}

/**
 * Pages whose title matches in either language or in pinyin, the best first. A title in the user's language has
 * priority.
 */
export function fittingPages(routes: readonly MenuRoute[], typed: string): PaletteEntry[] {
  const hits = routes.flatMap<{ route: MenuRoute; rank: number; mark?: Fit }>((route) => {
    const own = fitText(say(route.title), typed)
    if (own) return [{ route, rank: own.rank, mark: own }]
    const foreign = fitText(route.title[other], typed)
    return foreign ? [{ route, rank: foreign.rank + 5 }] : []
  })
  const best = hits.sort((a, b) => a.rank - b.rank || Number(a.route.aside) - Number(b.route.aside))
  return best.slice(0, mostPages).map(({ route, mark }) => pageEntry(route, mark))
}

export function fittingActions(actions: readonly PaletteAction[], typed: string): PaletteEntry[] {
  return actions.flatMap((action) => {
    const mark = fitText(action.label, typed)
    const fits = mark ?? action.also.some(({ zh, en }) => fitText(zh, typed) ?? fitText(en, typed))
    return fits ? [{ ...action, key: `act:${action.id}`, mark }] : []
  })
}

/** A room's findings, with the typed text highlighted in the name. */
export function findingEntries({ title, order }: Finder, list: readonly FoundEntry[], typed: string): PaletteSection {
  return {
    title,
    entries: list.map((finding) => ({
      ...finding,
      // it becomes part of an element's id, which must not contain spaces
      key: `${order}:${String(finding.id).replaceAll(/\s/g, '_')}`,
      mark: fitText(finding.label, typed),
    })),
  }
}
