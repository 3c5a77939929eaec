import { QueryClientProvider } from '@tanstack/react-query'
import { Bell, Layers, RotateCw, Router, UserRound } from 'lucide-react'
import { Suspense } from 'react'
import { lazyPart } from '../../../kit/loading/lazy-part.ts'
import { queryClient } from '../../../kit/calls/query.ts'
import { useUrlState } from '../../../kit/routing/url-state.ts'
import { say } from '../../../kit/words/words.ts'
import { ErrorState } from '../../../ui/feedback/empty-state.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { PullToRefresh } from '../../../ui/phone/pull-to-refresh.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { PhoneAlarms } from '../../alarm/api.tsx'
import { PhoneDevices } from '../../device/api.tsx'
import { PhoneScenes, PhoneShare } from '../../scene/api.tsx'
import { useProfile, useScenesOfMine } from './use-profile.ts'

// Loaded after the visible content.
const Watch = lazyPart(() => import('./watch.tsx'), 'Watch')
const MeTab = lazyPart(() => import('./me-tab.tsx'), 'MeTab')

const tabs = [
  { id: 'scenes', label: { zh: '场景', en: 'Scenes' }, icon: Layers },
  { id: 'alarms', label: { zh: '告警', en: 'Alarms' }, icon: Bell },
  { id: 'devices', label: { zh: '设备', en: 'Devices' }, icon: Router },
  { id: 'me', label: { zh: '我的', en: 'Me' }, icon: UserRound },
] as const

/** Four tabs at the lower edge, and the page of the selected tab. */
export function PhoneFrame() {
  return (
    <QueryClientProvider client={queryClient}>
      <Frame />
    </QueryClientProvider>
  )
}

function Frame() {
  const [{ tab, share }, set] = useUrlState({ tab: 'scenes', share: '' })
  const chosen = tabs.find(({ id }) => id === tab) ?? tabs[0]
  const profile = useProfile()
  useScenesOfMine()
  return (
    <div className="mx-auto flex h-dvh max-w-140 flex-col bg-canvas text-base">
      <header className="flex h-12 shrink-0 items-center gap-2 pr-1 pl-4">
        <h1 className="min-w-0 flex-1 truncate text-lg font-semibold">{say(chosen.label)}</h1>
        <IconButton icon={RotateCw} label={{ zh: '刷新', en: 'Refresh' }} onClick={() => void refreshAll()} />
      </header>
      <Suspense>
        <Watch />
      </Suspense>
      <PullToRefresh key={chosen.id} onRefresh={refreshAll}>
        <main className="px-4 pt-1 pb-4">
          <Suspense fallback={<Waiting />}>
            {profile.error && !profile.known ? (
              <ErrorState error={profile.error} onRetry={profile.retry} />
            ) : (
              profile.known && <Page tab={chosen.id} onScene={() => set({ tab: 'devices' }, { push: true })} />
            )}
          </Suspense>
        </main>
      </PullToRefresh>
      <Suspense>{share && <PhoneShare key={share} code={share} onClose={() => set({ share: '' })} />}</Suspense>
      <nav
        aria-label={say({ zh: '主导航', en: 'Main' })}
        className="grid shrink-0 grid-cols-4 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)]"
      >
        {tabs.map(({ id, label, icon: Icon }) => (
          <button
            key={id}
            type="button"
            aria-current={id === chosen.id ? 'page' : undefined}
            onClick={() => set({ tab: id }, { push: true })}
            className="flex h-14 flex-col items-center justify-center gap-0.5 text-xs text-faint aria-[current=page]:font-medium aria-[current=page]:text-accent-text"
          >
            <Icon size={22} strokeWidth={1.8} aria-hidden="true" />
            {say(label)}
          </button>
        ))}
      </nav>
    </div>
  )
}

function Page({ tab, onScene }: { tab: (typeof tabs)[number]['id']; onScene: () => void }) {
  if (tab === 'devices') return <PhoneDevices />
  if (tab === 'alarms') return <PhoneAlarms />
  return tab === 'me' ? <MeTab /> : <PhoneScenes onChosen={onScene} />
}

const refreshAll = () => queryClient.invalidateQueries({ refetchType: 'active' })

function Waiting() {
  return (
    <div className="later flex h-40 items-center justify-center text-faint">
      <Spinner className="size-5" />
    </div>
  )
}
