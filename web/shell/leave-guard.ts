import { useEffect } from 'react'
import { useConfirm } from '../ui/dialogs/confirm-dialog.tsx'
import { discardQuestion, giveUpUnsaved, hasUnsaved } from '../ui/dialogs/unsaved.ts'
import { router } from './router.tsx'

type Blocker = Parameters<typeof router.history.block>[0]['blockerFn']

/** Asks before a page is left on which something typed is not saved; other parts of the query are not another page. */
export function useLeaveGuard(): void {
  const confirm = useConfirm()
  useEffect(() => {
    const blockerFn: Blocker = async ({ action, currentLocation, nextLocation }) => {
      const stays = currentLocation.pathname === nextLocation.pathname
      if (stays && (action === 'PUSH' || action === 'REPLACE')) return false
      // A form that closes after saving and leads elsewhere in the same breath is gone a moment later.
      await new Promise((resolve) => setTimeout(resolve))
      if (!hasUnsaved()) return false
      if (!(await confirm(discardQuestion))) return true
      giveUpUnsaved()
      return false
    }
    return router.history.block({ blockerFn, enableBeforeUnload: hasUnsaved })
  }, [confirm])
}
