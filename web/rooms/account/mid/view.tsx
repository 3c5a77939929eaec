import { lazy, Suspense, useLayoutEffect } from 'react'
import { useSession } from '../../../kit/session.ts'

// Nobody needs both.
const PhoneFrame = lazy(() => import('./phone-frame.tsx').then(({ PhoneFrame }) => ({ default: PhoneFrame })))
const PhoneSignIn = lazy(() => import('./phone-sign-in.tsx').then(({ PhoneSignIn }) => ({ default: PhoneSignIn })))

/** The console for a thumb: whoever is signed in sees it, everybody else the way in. */
export function View() {
  const token = useSession((s) => s.token)
  useThumb()
  return <Suspense>{token ? <PhoneFrame /> : <PhoneSignIn />}</Suspense>
}

/** Whatever can be touched becomes large enough, in layers outside this page too (styles/main.css). */
function useThumb(): void {
  useLayoutEffect(() => {
    document.documentElement.classList.add('thumb')
    return () => document.documentElement.classList.remove('thumb')
  }, [])
}
