import { createRootRoute, createRoute, Outlet, redirect, type AnyRoute } from '@tanstack/react-router'
import { lazy, type LazyExoticComponent, type ReactNode } from 'react'
import type { PublicScreen } from '../kit/define-screen.ts'
import { loadChunk } from './load-chunk.ts'
import { NotFound } from './not-found.tsx'

type View = { View: () => ReactNode }

const screens = import.meta.glob<{ screen: PublicScreen }>('../rooms/*/*/public-screen.ts', { eager: true })
const views = import.meta.glob<View>('../rooms/*/*/view.tsx')

const made = new Map<string, LazyExoticComponent<View['View']>>()

/** The view beside a screen file, loaded when it is first shown; the same one in every tree, so that it stays mounted. */
export function viewOf(screenFile: string): LazyExoticComponent<View['View']> {
  const file = screenFile.replace(/[^/]+$/, 'view.tsx')
  const load = views[file]
  if (!load) throw new Error(`${screenFile} has no view.tsx beside it`)
  const view = made.get(file) ?? lazy(() => loadChunk(load).then(({ View }) => ({ default: View })))
  made.set(file, view)
  return view
}

/** A fresh root with what is reachable without sign-in: public screens and the 404 page. */
export function makeRoot(): { root: AnyRoute; routes: AnyRoute[] } {
  const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound })
  const routes = Object.entries(screens).map(([file, { screen }]) => publicRoute(root, file, screen))
  const missing = createRoute({ getParentRoute: () => root, path: '/404', component: NotFound })
  return { root, routes: [...routes, missing] }
}

function publicRoute(root: AnyRoute, file: string, { path, enter }: PublicScreen): AnyRoute {
  return createRoute({
    getParentRoute: () => root,
    path,
    component: viewOf(file),
    beforeLoad: ({ params, search }) => {
      const to = enter?.({ ...search, ...(params as Record<string, string>) })
      if (to) throw redirect({ to, replace: true })
    },
  })
}
