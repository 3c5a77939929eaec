import { idleTooLong } from './idle.ts'
import { lastClickAnywhere, useOther } from './browser-memory.ts'
import { followStoredToken, session, storedUid } from './session.ts'

/** Minimum milliseconds between writes of the time of the last click. */
const writeEvery = 10_000

interface SessionWatch {
  /** A click after an hour without one; the click has no other effect. */
  onIdle: () => void
  /** Another tab signed in as another user, or signed out (`stored` 0); after a sign-out another user may sign in. */
  onChanged: (stored: number) => void
}

/** Watches clicks and the browser's storage until the returned function is called. */
export function watchSession({ onIdle, onChanged }: SessionWatch): () => void {
  let told: number | undefined
  const checkUid = () => {
    const stored = storedUid()
    followStoredToken()
    if (!session().uid || stored === session().uid || stored === told) return
    told = stored
    onChanged(stored)
  }
  const onClick = (event: MouseEvent) => {
    const now = Date.now()
    const lastClick = lastClickAnywhere()
    if (idleTooLong(lastClick, now)) {
      event.preventDefault()
      event.stopPropagation()
      return onIdle()
    }
    if (now - lastClick > writeEvery) useOther.setState({ lastClick: now })
    checkUid()
  }
  document.addEventListener('click', onClick, true)
  window.addEventListener('storage', checkUid)
  document.addEventListener('visibilitychange', checkUid)
  return () => {
    document.removeEventListener('click', onClick, true)
    window.removeEventListener('storage', checkUid)
    document.removeEventListener('visibilitychange', checkUid)
  }
}

/** Message to the user before the page is reloaded. */
export function changedText(stored: number) {
  return stored
    ? { zh: '登录用户已变更', en: 'The signed-in user changed' }
    : { zh: '会话已失效', en: 'The session is no longer valid' }
}
