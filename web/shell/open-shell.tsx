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

/** Learns who the user is and may see, and gives the router the routes that follow from it. */
export async function openShell(): Promise<void> {
  // Just signed in: the answer said it all. After a reload it has to be asked.
  if (session().permissions.length === 0) await readProfile()
  await Promise.all([loadHabits(session().uid), askFirst()])
  router.update({ ...router.options, routeTree: shellTree(session().permissions) } as never)
}

/** How long the shell waits for what it would rather begin with. */
const patience = 1_000

/** What every page begins with, so that the shell shows with it at once instead of changing a moment later. */
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
  // a browser that changes its network breaks off what is under way, and reaches the server again at once
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
    // the specification writes both; one of them is the address
    redirectRoute(root, '/sd-wan/$', (from) => from.replace(/^\/sd-wan/i, '/sdWan')),
    signedIn.addChildren([
      shell.addChildren(inside.map((entry) => screenRoute(shell, entry))),
      ...full.map((entry) => screenRoute(signedIn, entry)),
    ]),
  ])
}

/** Leads on with the query it came with. */
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
  // a page without a frame has nothing to show before its view: the one before it stands until then
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
