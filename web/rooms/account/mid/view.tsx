import { Suspense, useLayoutEffect } from 'react'
import { lazyPart } from '../../../kit/loading/lazy-part.ts'
import { useSession } from '../../../kit/session/session.ts'
import { useUrlState } from '../../../kit/routing/url-state.ts'

// Nobody needs all of them.
const PhoneFrame = lazyPart(() => import('./phone-frame.tsx'), 'PhoneFrame')
const PhoneSignIn = lazyPart(() => import('./phone-sign-in.tsx'), 'PhoneSignIn')
const ConfirmSignIn = lazyPart(() => import('../confirm-sign-in/confirm-sign-in.tsx'), 'ConfirmSignIn')

/** The console for a thumb: whoever is signed in sees it, or what a scanned QR code asks; everybody else the way in. */
export function View() {
  const token = useSession((s) => s.token)
  const [{ qr }, set] = useUrlState({ qr: '' })
  useThumb()
  if (token && qr)
    return (
      <Suspense>
        <main className="h-dvh overflow-auto bg-canvas text-base">
          <ConfirmSignIn qr={qr} onDone={() => set({ qr: '' })} />
        </main>
      </Suspense>
    )
  return <Suspense>{token ? <PhoneFrame /> : <PhoneSignIn />}</Suspense>
}

/** Whatever can be touched becomes large enough, in layers outside this page too (styles/main.css). */
function useThumb(): void {
  useLayoutEffect(() => {
    document.documentElement.classList.add('thumb')
    return () => document.documentElement.classList.remove('thumb')
  }, [])
}
