import {
  createRootRoute,
  createRoute,
  lazyRouteComponent,
  Outlet,
  redirect,
  type AnyRoute,
  type AsyncRouteComponent,
} from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { PublicScreen } from '../kit/routing/define-screen.ts'
import { loadChunk } from '../kit/loading/load-chunk.ts'

type ViewModule = { View: () => ReactNode }

const screens = import.meta.glob<{ screen: PublicScreen }>('../rooms/*/*/public-screen.ts', { eager: true })
const views = import.meta.glob<ViewModule>('../rooms/*/*/view.tsx')

type LazyView = AsyncRouteComponent<object>
const made = new Map<string, LazyView>()

/** Milliseconds that a navigation waits for its view before the page is shown without it. */
const patience = 150

/**
 * The view beside a screen file, loaded when it is first shown; the same component in every route tree, so that it
 * stays mounted.
 */
export function viewOf(screenFile: string): LazyView {
  const file = screenFile.replace(/[^/]+$/, 'view.tsx')
  const load = views[file]
  if (!load) throw new Error(`${screenFile} has no view.tsx beside it`)
  const view = made.get(file) ?? lazyRouteComponent(() => loadChunk(load), 'View')
  made.set(file, view)
  return view
}

const NotFound = lazyRouteComponent(() => loadChunk(() => import('./not-found.tsx')), 'NotFound')

/**
 * Starts to load a view; resolves when it is loaded, or after a short time. The router waits for it before it shows
 * the page, because React delays content after a spinner by 300 ms.
 */
export function readyView(view: Pick<LazyView, 'preload'>): Promise<void> {
  const loaded = view.preload?.() ?? Promise.resolve()
  return Promise.race([loaded, new Promise<void>((resolve) => setTimeout(resolve, patience))])
}

/** A new root with the screens reachable without sign-in. */
export function makeRoot(): { root: AnyRoute; routes: AnyRoute[] } {
  const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound })
  const routes = Object.entries(screens).map(([file, { screen }]) => publicRoute(root, file, screen))
  return { root, routes }
}

/** Redirect of unknown addresses; `before` may prepare the target. */
export function missingRoute(root: AnyRoute, before?: () => Promise<void>): AnyRoute {
  const staticData = { title: { zh: '页面不存在', en: 'No such page' } }
  return createRoute({ getParentRoute: () => root, path: '/404', component: NotFound, beforeLoad: before, staticData })
}

function publicRoute(root: AnyRoute, file: string, { path, title, enter }: PublicScreen): AnyRoute {
  return createRoute({
    getParentRoute: () => root,
    path,
    component: viewOf(file),
    staticData: { title },
    beforeLoad: ({ params, search, cause }) => {
      // A preloaded link is not opened: sign-in would end the session.
      if (cause === 'preload') return
      const to = enter?.({ ...search, ...(params as Record<string, string>) })
      if (to) throw redirect({ to, replace: true })
    },
  })
}
