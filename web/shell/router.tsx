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

/** Without sign-in, only the public screens are available; every other address passes the guard. */
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
  // For a signed-in user, the shell continues from here if it can be loaded.
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

/** Navigates to the same address again, whose routes are available now. */
async function openAgain(): Promise<void> {
  await bringShell()
  await router.load()
}

export const router = createRouter({
  routeTree: publicTree(),
  defaultPreload: 'intent',
  defaultPendingMs: 150,
  defaultErrorComponent: PageError,
  // Plain text in both directions: values in an address are never parsed as JSON.
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

/**
 * Returns to sign-in, which removes the session; the routes of the old user are removed after their pages are left.
 */
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

/**
 * The session ended on the server: as `goToSignIn`, with a return to the page after the next sign-in. Many calls may
 * report it at the same time.
 */
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
