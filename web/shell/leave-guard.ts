import { useEffect } from 'react'
import { useConfirm } from '../ui/dialogs/confirm-dialog.tsx'
import { discardQuestion, giveUpUnsaved, hasUnsaved } from '../ui/dialogs/unsaved.ts'
import { router } from './router.tsx'

type Blocker = Parameters<typeof router.history.block>[0]['blockerFn']

/** Asks before leaving a page with unsaved input; a change in other parts of the query does not leave the page. */
export function useLeaveGuard(): void {
  const confirm = useConfirm()
  useEffect(() => {
    const blockerFn: Blocker = async ({ action, currentLocation, nextLocation }) => {
      const stays = currentLocation.pathname === nextLocation.pathname
      if (stays && (action === 'PUSH' || action === 'REPLACE')) return false
      // A form that closes after saving and navigates at the same time is unmounted a moment later.
      await new Promise((resolve) => setTimeout(resolve))
      if (!hasUnsaved()) return false
      if (!(await confirm(discardQuestion))) return true
      giveUpUnsaved()
      return false
    }
    return router.history.block({ blockerFn, enableBeforeUnload: hasUnsaved })
  }, [confirm])
}
