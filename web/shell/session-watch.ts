import { useEffect } from 'react'
import { lastClickAnywhere, useOther } from '../kit/other.ts'
import { session, storedUid } from '../kit/session.ts'
import { say } from '../kit/words.ts'
import { useConfirm } from '../ui/confirm-dialog.tsx'
import { idleTooLong } from './idle.ts'
import { endSession } from './router.tsx'

/** The time of the last click is written at most this often. */
const writeEvery = 10_000

/** Ends an idle session on the next click, and reloads when another tab signed in as somebody else. */
export function useSessionWatch(): void {
  const confirm = useConfirm()
  useEffect(() => {
    let asking = false
    const checkUid = async () => {
      const stored = storedUid()
      if (asking || !session().uid || stored === session().uid) return
      asking = true
      const title = stored
        ? { zh: '登录用户已变更', en: 'The signed-in user changed' }
        : { zh: '会话已失效', en: 'The session is no longer valid' }
      await confirm({ title, body: say({ zh: '页面将重新加载', en: 'The page will be loaded again' }), cancel: null })
      location.reload()
    }
    const onClick = (event: MouseEvent) => {
      const now = Date.now()
      const lastClick = lastClickAnywhere()
      if (idleTooLong(lastClick, now)) {
        event.preventDefault()
        event.stopPropagation()
        return endSession()
      }
      if (now - lastClick > writeEvery) useOther.setState({ lastClick: now })
      void checkUid()
    }
    const onChange = () => void checkUid()
    document.addEventListener('click', onClick, true)
    window.addEventListener('storage', onChange)
    document.addEventListener('visibilitychange', onChange)
    return () => {
      document.removeEventListener('click', onClick, true)
      window.removeEventListener('storage', onChange)
      document.removeEventListener('visibilitychange', onChange)
    }
  }, [confirm])
}
