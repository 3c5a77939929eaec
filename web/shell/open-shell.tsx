import { createRoute, lazyRouteComponent, redirect, type AnyRoute } from '@tanstack/react-router'
import { call } from '../kit/calls/call.ts'
import type { ScreenSpec } from '../kit/routing/define-screen.ts'
import { loadHabits } from '../kit/session/habit.ts'
import { queryClient, readAhead } from '../kit/calls/query.ts'
import { Unreachable } from '../kit/calls/refusal.ts'
import { enterScenePage, takeScenes } from '../kit/session/scene.ts'
import { holdsOne, session, useSession } from '../kit/session/session.ts'
import { applyTheme, type ThemeId } from '../kit/look/theme.ts'
import { demoCalls } from '@belvedere/contract/rooms/device/demo.ts'
import { sceneCalls } from '@belvedere/contract/rooms/scene/scene.ts'
import { userCalls } from '@belvedere/contract/rooms/account/user.ts'
import { setMenu } from './menu/current-menu.ts'
import { menuTree, parentRedirects, permitted } from './menu/menu-tree.ts'
import { makeRoot, missingRoute, readyView, viewOf } from './public-tree.tsx'
import { loadChunk } from '../kit/loading/load-chunk.ts'
import { router } from './router.tsx'
import { ScreenPage } from './screen-page.tsx'
import { Shell, SignedIn } from './shell.tsx'

const PlannedPage = lazyRouteComponent(() => loadChunk(() => import('./planned-page.tsx')), 'PlannedPage')

const files = import.meta.glob<{ screen: ScreenSpec }>('../rooms/*/*/screen.ts', { eager: true })

/** Loads the user and the permissions, and adds the routes that follow from them to the router. */
export async function openShell(): Promise<void> {
  // After a sign-in, its response contains all data. After a reload it must be requested.
  if (session().permissions.length === 0) await readProfile()
  await Promise.all([loadHabits(session().uid), askFirst()])
  router.update({ ...router.options, routeTree: shellTree(session().permissions) } as never)
}

/** Milliseconds that the shell waits for optional initial data. */
const patience = 1_000

/** Data with which every page starts, so that the shell does not change shortly after it is shown. */
async function askFirst(): Promise<void> {
  const { permissions, scene_id } = session()
  const scenes = readAhead(sceneCalls.option, {}, { keep: true }).then((answer) => {
    if (answer && answer.list.length > 0) takeScenes(answer.list, scene_id === 0)
  })
  const demo = holdsOne(permissions, ['device.write']) ? readAhead(demoCalls.get, {}) : undefined
  await Promise.race([Promise.all([scenes, demo]), new Promise((resolve) => setTimeout(resolve, patience))])
}

async function readProfile(): Promise<void> {
  const ask = () => call(userCalls.profile, {}, { keep: true })
  // on a change of network, a browser aborts pending requests and then reaches the server again immediately
  const again = (error: unknown) => (error instanceof Unreachable ? ask() : Promise.reject(error as Error))
  const { nickName, avatar, is_admin, permissions, theme } = await ask().catch(again)
  useSession.setState({ nickName, avatar, is_admin, permissions })
  applyTheme(theme as ThemeId)
}

useSession.subscribe(({ uid }, before) => {
  if (uid !== before.uid) queryClient.clear()
})

function shellTree(held: readonly string[]): AnyRoute {
  const { root, routes } = makeRoot()
  const signedIn = createRoute({ getParentRoute: () => root, id: 'signed-in', component: SignedIn })
  const shell = createRoute({ getParentRoute: () => signedIn, id: 'shell', component: Shell })
  const all = Object.entries(files).map(([file, { screen }]) => ({ file, screen }))
  const entries = permitted(all, held)
  const screens = entries.map(({ screen }) => screen)
  setMenu(menuTree(screens))
  const inside = entries.filter(({ screen }) => !screen.full)
  const full = entries.filter(({ screen }) => screen.full)
  const redirects = [...parentRedirects(screens)].map(([from, to]) => redirectRoute(root, from, () => to))
  return root.addChildren([
    ...routes,
    missingRoute(root),
    ...redirects,
    redirectRoute(root, '$', () => '/404'),
    // the specification contains both spellings; one of them is the address
    redirectRoute(root, '/sd-wan/$', (from) => from.replace(/^\/sd-wan/i, '/sdWan')),
    signedIn.addChildren([
      shell.addChildren(inside.map((entry) => screenRoute(shell, entry))),
      ...full.map((entry) => screenRoute(signedIn, entry)),
    ]),
  ])
}

/** Redirects and keeps the query. */
function redirectRoute(root: AnyRoute, path: string, to: (from: string) => string): AnyRoute {
  return createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: ({ location }) => {
      throw redirect({ to: to(location.pathname), search: location.search as never, replace: true })
    },
  })
}

interface ScreenEntry {
  file: string
  screen: ScreenSpec
}

function screenRoute(parent: AnyRoute, { file, screen }: ScreenEntry): AnyRoute {
  const part = screen.planned ? PlannedPage : viewOf(file)
  const View = screen.planned ? () => <PlannedPage screen={screen} file={file} /> : viewOf(file)
  // a page without a frame shows nothing before its view, so the previous page stays until then
  const preload = () => (screen.full ? part.preload?.() : readyView(part))
  const Page = screen.full ? () => <View /> : () => <ScreenPage screen={screen} View={View} />
  return createRoute({
    getParentRoute: () => parent,
    path: screen.path,
    staticData: { title: screen.title, tabTitles: screen.tabTitles, visit: !screen.planned },
    beforeLoad: ({ cause, params }) => {
      if (!isAddress(screen, params)) throw redirect({ to: '/404', replace: true })
      if (screen.sceneBound && !screen.planned && cause === 'enter') enterScenePage(screen.allScenes ?? false)
    },
    component: Object.assign(Page, { preload }),
  })
}

function isAddress({ params = {} }: ScreenSpec, given: Readonly<Record<string, string>>): boolean {
  return Object.entries(params).every(([name, known]) => known.includes(given[name] ?? ''))
}
