import { useEffect } from 'react'
import { changedText, watchSession } from '../kit/session/session-watch.ts'
import { say } from '../kit/words/words.ts'
import { useConfirm } from '../ui/dialogs/confirm-dialog.tsx'
import { giveUpUnsaved } from '../ui/dialogs/unsaved.ts'
import { endSession } from './router.tsx'

/** Ends an idle session on the next click, and reloads after another tab signed in as another user. */
export function useSessionWatch(): void {
  const confirm = useConfirm()
  useEffect(() => {
    const onChanged = async (stored: number) => {
      const body = say({ zh: '页面将重新加载', en: 'The page will be loaded again' })
      // a later question replaces an earlier one, which is answered with no
      if (!(await confirm({ title: changedText(stored), body, cancel: null }))) return
      giveUpUnsaved()
      location.reload()
    }
    return watchSession({ onIdle: () => void endSession(), onChanged: (stored) => void onChanged(stored) })
  }, [confirm])
}
