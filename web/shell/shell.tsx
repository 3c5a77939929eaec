import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet, useLocation } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { startLive } from '../kit/live/live.ts'
import { queryClient } from '../kit/calls/query.ts'
import { say } from '../kit/words/words.ts'
import { ConfirmProvider } from '../ui/dialogs/confirm-dialog.tsx'
import { useAtLeast } from '../ui/layout/use-at-least.ts'
import { ShareNotices } from '../rooms/scene/api.tsx'
import { DraftFoot } from './draft-foot.tsx'
import { Header } from './header.tsx'
import { useLeaveGuard } from './leave-guard.ts'
import { MobileMenu } from './menu/mobile-menu.tsx'
import { useSessionWatch } from './session-watch.ts'
import { SideMenu } from './menu/side-menu.tsx'

/** Providers of all pages of a signed-in user, in the frame below or in a separate window. */
export function SignedIn() {
  return (
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <ConfirmProvider>
          <Watch />
          <Outlet />
        </ConfirmProvider>
      </QueryClientProvider>
    </CSPProvider>
  )
}

function Watch() {
  useEffect(startLive, [])
  useSessionWatch()
  useLeaveGuard()
  return null
}

/** Header, side menu and page. */
export function Shell() {
  const path = useLocation({ select: (location) => location.pathname })
  const [menuOpen, setMenuOpen] = useState(false)
  const hasSideMenu = useAtLeast('md')
  useEffect(() => setMenuOpen(false), [path])
  return (
    <div className="flex h-full flex-col">
      <a
        href="#content"
        className="sr-only z-50 rounded-md bg-accent px-3 py-1.5 text-accent-ink focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        {say({ zh: '跳到正文', en: 'Skip to content' })}
      </a>
      <Header path={path} onMenu={() => setMenuOpen(true)} />
      <div className="flex min-h-0 flex-1">
        {hasSideMenu && <SideMenu path={path} />}
        <Outlet />
      </div>
      <Suspense>
        <DraftFoot />
        <ShareNotices />
      </Suspense>
      {!hasSideMenu && <MobileMenu open={menuOpen} onClose={() => setMenuOpen(false)} path={path} />}
    </div>
  )
}
