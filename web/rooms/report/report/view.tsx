import { reportCalls } from '@belvedere/contract/rooms/report/report.ts'
import { FileDown, Settings2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../../kit/loading/lazy-part.ts'
import { useMutateCall } from '../../../kit/calls/query.ts'
import { useScene } from '../../../kit/session/scene.ts'
import { useMay } from '../../../kit/session/session.ts'
import { useUrlState } from '../../../kit/routing/url-state.ts'
import { say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Tabs } from '../../../ui/layout/tabs.tsx'
import { PreviewPane } from './preview-pane.tsx'
import { inputOf, emptyReportUrl } from './report.ts'

const ReportList = lazyPart(() => import('./report-list.tsx'), 'ReportList')
const ProfileDialog = lazyPart(() => import('./profile-dialog.tsx'), 'ProfileDialog')

const tabs = [
  { id: 'preview' as const, label: { zh: '预览', en: 'Preview' } },
  { id: 'reports' as const, label: { zh: '已生成', en: 'Reports' } },
]

/** Preview of a report, existing reports, and their settings. */
export function View() {
  const scene = useScene()
  const may = useMay()
  const [{ tab, ...request }, setUrl] = useUrlState({ tab: 'preview', ...emptyReportUrl })
  const [setting, setSetting] = useState(false)
  const { run, pending } = useMutateCall(reportCalls.make, {
    done: { zh: '开始生成，完成后可下载', en: 'It is being made; download it when it is ready' },
  })
  const make = async () => {
    if (await run(inputOf(scene.id, request))) setUrl({ tab: 'reports' }, { push: true })
  }
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <Tabs
          className="min-w-0 flex-1 max-sm:basis-full"
          tabs={tabs}
          value={tab === 'reports' ? 'reports' : 'preview'}
          onChange={(id) => setUrl({ tab: id }, { push: true })}
        />
        {may('scene.write') && (
          <Button kind="primary" icon={FileDown} pending={pending} onClick={() => void make()}>
            {say({ zh: '生成 PDF / CSV', en: 'Make PDF and CSV' })}
          </Button>
        )}
        <Button icon={Settings2} onClick={() => setSetting(true)}>
          {say({ zh: '设置与定时', en: 'Settings' })}
        </Button>
      </div>
      {tab === 'reports' ? (
        <Suspense>
          <ReportList />
        </Suspense>
      ) : (
        <PreviewPane asked={request} onAsk={(part) => setUrl(part)} />
      )}
      <Suspense>
        {setting && <ProfileDialog editable={may('scene.write') && scene.own} onClose={() => setSetting(false)} />}
      </Suspense>
    </div>
  )
}
