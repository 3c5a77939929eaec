import { Suspense } from 'react'
import { useUrlState } from '../../../kit/routing/url-state.ts'
import { Tabs } from '../../../ui/layout/tabs.tsx'
import { SilencesPanel } from '../../alarm/api.tsx'
import { TypesPanel } from './types-panel.tsx'

const tabs = [
  { id: 'types', label: { zh: '告警类型', en: 'Types' } },
  { id: 'silences', label: { zh: '维护与静默', en: 'Maintenance and silences' } },
] as const

/** Settings for raising, sending and silencing alarms. */
export function View() {
  const [{ tab }, set] = useUrlState({ tab: 'types' })
  const shown = tab === 'silences' ? 'silences' : 'types'
  return (
    <>
      <Tabs tabs={tabs} value={shown} onChange={(id) => set({ tab: id }, { push: true })} className="mb-3 shrink-0" />
      {shown === 'types' ? (
        <TypesPanel />
      ) : (
        <Suspense>
          <SilencesPanel />
        </Suspense>
      )}
    </>
  )
}
