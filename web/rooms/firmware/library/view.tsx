import { firmwareCalls } from '@belvedere/contract/rooms/firmware/firmware.ts'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../../kit/loading/lazy-part.ts'
import { useQueryCall } from '../../../kit/calls/query.ts'
import { useUrlState } from '../../../kit/routing/url-state.ts'
import { Tabs } from '../../../ui/layout/tabs.tsx'
import { BehindPanel } from './behind-panel.tsx'
import { LibraryTable } from './library-table.tsx'

const CampaignTable = lazyPart(() => import('../campaign/campaign-table.tsx'), 'CampaignTable')
const CampaignDrawer = lazyPart(() => import('../campaign/campaign-drawer.tsx'), 'CampaignDrawer')
const CampaignDialog = lazyPart(() => import('../campaign/campaign-dialog.tsx'), 'CampaignDialog')

type Tab = 'library' | 'behind' | 'campaigns'

const labels = {
  library: { zh: '固件库', en: 'Library' },
  behind: { zh: '版本合规', en: 'Compliance' },
  campaigns: { zh: '升级计划', en: 'Campaigns' },
}

const everything = {}

/** Images, devices with older firmware, and campaigns. */
export function View() {
  const [{ tab, campaign }, setUrl] = useUrlState({ tab: 'library', campaign: 0 })
  const [chosen, setChosen] = useState<readonly number[]>()
  const { data } = useQueryCall(firmwareCalls.check, everything)
  const shown: Tab = tab === 'behind' || tab === 'campaigns' ? tab : 'library'
  const open = (id: number) => setUrl({ tab: 'campaigns', campaign: id }, { push: true })
  const tabs = (['library', 'behind', 'campaigns'] as const).map((id) => ({
    id,
    label: labels[id],
    ...(id === 'behind' && data?.behind ? { count: data.behind } : {}),
  }))
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <Tabs
        tabs={tabs}
        value={shown}
        onChange={(id) => setUrl({ tab: id, campaign: 0 }, { push: true })}
        className="mb-3 shrink-0"
      />
      {shown === 'library' && <LibraryTable onUpgrade={setChosen} />}
      {shown === 'behind' && <BehindPanel onUpgrade={setChosen} />}
      <Suspense>{shown === 'campaigns' && <CampaignTable onOpen={open} onNew={() => setChosen([])} />}</Suspense>
      {/* rendered separately from the list, which must stay visible and focused while these are loaded */}
      <Suspense>
        {campaign > 0 && <CampaignDrawer id={campaign} onClose={() => setUrl({ campaign: 0 })} onOpen={open} />}
        {chosen && (
          <CampaignDialog
            firmware_ids={chosen}
            onClose={() => setChosen(undefined)}
            onStarted={(id) => (setChosen(undefined), open(id))}
          />
        )}
      </Suspense>
    </div>
  )
}
