import type { RegisteredRouter } from '@tanstack/react-router'
import type { ScreenSpec } from '../kit/routing/define-screen.ts'
import { screenTitle } from '../kit/routing/screen-title.ts'
import { productTitle } from '../kit/words/brand.ts'
import { rememberVisit } from '../kit/session/habit.ts'
import { say, type Words } from '../kit/words/words.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    title?: Words
    tabTitles?: ScreenSpec['tabTitles']
    /** Adds the page to the recent pages. */
    visit?: boolean
  }
}

/** After a page is rendered: sets the window title and moves the focus to the content. */
export function followArrivals(to: RegisteredRouter): void {
  to.subscribe('onRendered', ({ pathChanged, fromLocation, toLocation }) => {
    const { title, tabTitles, visit } = to.state.matches.at(-1)?.staticData ?? {}
    const { tab } = toLocation.search as { tab?: string }
    document.title = title ? `${say(screenTitle({ title, tabTitles }, tab))} · ${productTitle}` : productTitle
    if (visit) rememberVisit(toLocation.pathname)
    if (!pathChanged) return
    const content = document.getElementById('content')
    // On the first page the browser's focus order is kept; a field or an open dialog with the focus keeps it.
    const has = document.activeElement
    const keeps = content?.contains(has) || has?.closest('[role$="dialog"][data-open]')
    if (fromLocation && !keeps) content?.focus({ preventScroll: true })
  })
}
