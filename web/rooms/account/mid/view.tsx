import { Suspense, useLayoutEffect } from 'react'
import { lazyPart } from '../../../kit/loading/lazy-part.ts'
import { useSession } from '../../../kit/session/session.ts'
import { useUrlState } from '../../../kit/routing/url-state.ts'

// Each of them is loaded on demand.
const PhoneFrame = lazyPart(() => import('./phone-frame.tsx'), 'PhoneFrame')
const PhoneSignIn = lazyPart(() => import('./phone-sign-in.tsx'), 'PhoneSignIn')
const ConfirmSignIn = lazyPart(() => import('../confirm-sign-in/confirm-sign-in.tsx'), 'ConfirmSignIn')

/** The phone console for a signed-in user, or the question of a scanned QR code; otherwise the sign-in. */
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

/** Enlarges touch targets, in layers outside of this page, too (styles/main.css). */
function useThumb(): void {
  useLayoutEffect(() => {
    document.documentElement.classList.add('thumb')
    return () => document.documentElement.classList.remove('thumb')
  }, [])
}
