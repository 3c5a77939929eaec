import { useMemo } from 'react'
import { say } from '../../kit/words/words.ts'
import { currentMenu } from '../menu/current-menu.ts'
import { routesOf } from '../header/routes.ts'
import {
  findingEntries,
  fittingActions,
  fittingPages,
  pageEntry,
  type PaletteEntry,
  type PaletteSection,
} from './entries.ts'
import { useOwnActions } from './own-entries.ts'
import { useRecent } from './recent.ts'
import { useFindings } from './use-findings.ts'

const recentTitle = { zh: '最近访问', en: 'Recent' }
const pagesTitle = { zh: '页面', en: 'Pages' }
const actionsTitle = { zh: '操作', en: 'Actions' }

/** The rows for the typed text: of all finders, or the actions of one finding; recent pages without text. */
export function useSections(typed: string, path: string, subject: PaletteEntry | undefined) {
  const routes = useMemo(() => routesOf(currentMenu()), [])
  const actions = useOwnActions()
  const recent = useRecent((s) => s.paths)
  const { answers, busy, failed } = useFindings(subject ? '' : typed)
  const sections: PaletteSection[] = []
  if (subject) {
    const acts = (subject.acts ?? []).map(({ label, ...act }) => ({
      ...act,
      id: label.en,
      label: say(label),
      also: [label],
    }))
    sections.push({
      title: actionsTitle,
      entries: typed
        ? fittingActions(acts, typed)
        : acts.map((act) => ({ ...act, key: `act:${act.id.replaceAll(' ', '-')}` })),
    })
  } else if (typed) {
    sections.push({ title: pagesTitle, entries: fittingPages(routes, typed) })
    for (const { finder, list } of answers) sections.push(findingEntries(finder, list, typed))
    sections.push({ title: actionsTitle, entries: fittingActions(actions, typed) })
  } else {
    const before = recent.flatMap((seen) => routes.find((route) => route.path === seen && seen !== path) ?? [])
    sections.push({ title: recentTitle, entries: before.slice(0, 5).map((route) => pageEntry(route)) })
    sections.push({ title: actionsTitle, entries: actions.map((action) => ({ ...action, key: `act:${action.id}` })) })
  }
  return { sections: sections.filter(({ entries }) => entries.length > 0), busy, failed }
}
