import { campaignCalls } from '@belvedere/contract/rooms/firmware/campaign.ts'
import { upgradeReason } from '@belvedere/contract/rooms/firmware/enums.ts'
import { useQueryCall } from '../../../kit/query.ts'
import { lang, say } from '../../../kit/words.ts'
import { Drawer } from '../../../ui/drawer.tsx'
import { ErrorState } from '../../../ui/empty-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Go } from '../../../kit/go.tsx'
import { CampaignOrders } from './campaign-orders.tsx'
import { CampaignProgress, CampaignStatus, type Campaign } from './campaign-status.tsx'
import { Waves } from './waves.tsx'

interface CampaignDrawerProps {
  id: number
  onClose: () => void
  /** Another campaign: the one that takes this one back. */
  onOpen: (id: number) => void
}

/** A campaign while it runs and afterwards: its waves, each device with its step, and what can be ordered. */
export function CampaignDrawer({ id, onClose, onOpen }: CampaignDrawerProps) {
  const { data, error, refetch } = useQueryCall(campaignCalls.detail, { id })
  const title = data
    ? say({ zh: '升级计划 · {name}', en: 'Campaign · {name}' }, { name: data.campaign.name })
    : say({ zh: '升级计划', en: 'Campaign' })
  return (
    <Drawer
      open
      onClose={onClose}
      width={920}
      title={title}
      footer={data && <CampaignOrders campaign={data.campaign} onOpen={onOpen} />}
    >
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-80" />}
      {data && (
        <div className="flex flex-col gap-4">
          <Summary campaign={data.campaign} />
          <Paused campaign={data.campaign} />
          <Waves campaign={data.campaign} devices={data.devices} />
        </div>
      )}
    </Drawer>
  )
}

function Summary({ campaign }: { campaign: Campaign }) {
  const { counts, versions, task_id, waves, wave } = campaign
  return (
    <section className="grid grid-cols-[repeat(auto-fit,minmax(150px,1fr))] gap-x-6 gap-y-3 rounded-lg border border-line bg-sunken px-4 py-3">
      <Item label={say({ zh: '状态', en: 'State' })}>
        <CampaignStatus campaign={campaign} />
      </Item>
      <Item label={say({ zh: '进度', en: 'Progress' })}>
        <CampaignProgress counts={counts} />
      </Item>
      <Item label={say({ zh: '目标版本', en: 'Version' })}>{versions.join(', ')}</Item>
      <Item label={say({ zh: '批次', en: 'Wave' })}>
        {Math.min(wave + 1, waves)} / {waves}
      </Item>
      <Item label={say({ zh: '离线等待', en: 'Waiting offline' })}>{counts.offline}</Item>
      <Item label={say({ zh: '任务日志', en: 'Task log' })}>
        <Go to="/maintenance/log/task" search={{ expand: task_id }} className="text-accent-text hover:underline">
          #{task_id}
        </Go>
      </Item>
    </section>
  )
}

/** Why it paused, and what a person may do now. */
function Paused({ campaign: { state, reason } }: { campaign: Campaign }) {
  if (state !== 'paused' || !reason) return null
  return (
    <p role="status" className="rounded-lg bg-warning-soft px-4 py-2.5 text-warning">
      <b className="font-semibold">
        {say({ zh: '已暂停：{reason}。', en: 'Paused: {reason}.' }, { reason: upgradeReason.label(reason, lang) })}
      </b>{' '}
      {say({
        zh: '没有新的设备开始升级。查明原因后可继续、停止，或回退已升级的设备。',
        en: 'No further device begins. Go on once you know why, stop, or roll back those that were upgraded.',
      })}
    </p>
  )
}

function Item({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="min-w-0">
      <p className="text-xs text-faint">{label}</p>
      <div className="min-w-0 truncate">{children}</div>
    </div>
  )
}
