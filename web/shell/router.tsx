import { createRoute, createRouter, redirect } from '@tanstack/react-router'
import { whenAuthFails, whenConfirmNeeded, whenProofNeeded, whenTakenAway } from '../kit/calls/call.ts'
import { bringPart } from '../kit/loading/load-chunk.ts'
import { leavePage } from '../kit/calls/navigation-scope.ts'
import { useOther } from '../kit/session/browser-memory.ts'
import { session } from '../kit/session/session.ts'
import { say } from '../kit/words/words.ts'
import { toast } from '../ui/feedback/toast.tsx'
import { giveUpUnsaved } from '../ui/dialogs/unsaved.ts'
import { bringBlastQuestion } from '../rooms/change/api.tsx'
import { followArrivals } from './arrive.ts'
import { loadShell } from './load-shell.ts'
import { NotOpened } from './not-opened.tsx'
import { PageError } from './page-error.tsx'
import { makeRoot, missingRoute } from './public-tree.tsx'

/** Without sign-in there are the public screens; every other address passes the guard. */
function publicTree() {
  const { root, routes } = makeRoot()
  const guard = createRoute({
    getParentRoute: () => root,
    path: '$',
    beforeLoad: async ({ location, cause }) => {
      if (cause === 'preload') return
      if (!session().token) {
        useOther.setState({ oldPath: location.href })
        throw redirect({ to: '/login/{-$clear}', params: {}, search: location.search as never, replace: true })
      }
      await bringShell()
      throw redirect({ href: location.href, replace: true })
    },
    errorComponent: ({ error }) => <NotOpened error={error} open={openAgain} />,
  })
  // Who is signed in finds the way on from there, if the shell can be had.
  const missing = missingRoute(root, async () => {
    if (
      !session().token ||
      !(await bringShell().then(
        () => true,
        () => false,
      ))
    )
      return
    throw redirect({ to: '/404', replace: true })
  })
  return root.addChildren([...routes, missing, guard])
}

async function bringShell(): Promise<void> {
  const { openShell } = await loadShell()
  await openShell()
}

/** The address is the same; the routes it leads to are there now. */
async function openAgain(): Promise<void> {
  await bringShell()
  await router.load()
}

export const router = createRouter({
  routeTree: publicTree(),
  defaultPreload: 'intent',
  defaultPendingMs: 150,
  defaultErrorComponent: PageError,
  // Plain texts on both sides: what is in an address is never JSON.
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const text = new URLSearchParams(search as Record<string, string>).toString()
    return text && `?${text}`
  },
})

router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
  if (pathChanged) leavePage()
})

followArrivals(router)

/** Back to sign-in, which wipes the session; the routes of the old user go once their pages are left. */
export async function goToSignIn(): Promise<void> {
  giveUpUnsaved()
  await router.navigate({ to: '/login/clear' as string, ignoreBlocker: true })
  router.update({ ...router.options, routeTree: publicTree() } as never)
}

export const authFailedText = {
  zh: '登录已失效，请重新登录',
  en: 'Your session is no longer valid; please sign in again',
}

let ending = false

/** The session ended by itself: as `goToSignIn`, and the page comes back after the next sign-in. Many may say so at once. */
export async function endSession(text: string = say(authFailedText)): Promise<void> {
  if (ending || !session().token) return
  ending = true
  useOther.setState({ oldPath: router.latestLocation.href })
  toast.error(text)
  await goToSignIn().finally(() => (ending = false))
}

whenAuthFails((text) => void endSession(text))
whenProofNeeded(
  async (how, left) => (await bringPart(() => import('../kit/verify/proof.tsx')))?.requestProof(how, left) ?? false,
)
whenConfirmNeeded(async (what, left) => (await bringPart(bringBlastQuestion))?.requestConfirmation(what, left))
whenTakenAway(async (request) => (await bringPart(() => import('../kit/batch/offer-undo.ts')))?.offerUndo(request))
