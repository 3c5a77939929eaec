import { campaignCalls } from '@belvedere/contract/rooms/firmware/campaign.ts'
import { upgradeReason } from '@belvedere/contract/rooms/firmware/enums.ts'
import type { AnswerOf } from '../../../kit/calls/call.ts'
import { useQueryCall } from '../../../kit/calls/query.ts'
import { lang, say } from '../../../kit/words/words.ts'
import { Drawer } from '../../../ui/dialogs/drawer.tsx'
import { ErrorState } from '../../../ui/feedback/empty-state.tsx'
import { absoluteTime } from '../../../ui/values/relative-time.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Go } from '../../../kit/routing/go.tsx'
import { CampaignOrders } from './campaign-orders.tsx'
import { CampaignProgress, CampaignStatus, type Campaign } from './campaign-status.tsx'
import { Waves } from './waves.tsx'

interface CampaignDrawerProps {
  id: number
  onClose: () => void
  /** Opens another campaign: the one that rolls this one back. */
  onOpen: (id: number) => void
}

/** A running or finished campaign: its waves, the step of each device, and the actions. */
export function CampaignDrawer({ id, onClose, onOpen }: CampaignDrawerProps) {
  const { data, error, refetch } = useQueryCall(campaignCalls.detail, { id }, { pace: 2_000 })
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
          <Summary campaign={data.campaign} how={data.options} />
          <Paused campaign={data.campaign} />
          <Waves campaign={data.campaign} devices={data.devices} />
        </div>
      )}
    </Drawer>
  )
}

function Summary({ campaign, how }: { campaign: Campaign; how: CampaignSettings }) {
  const { counts, versions, task_id, waves, wave } = campaign
  return (
    <section className="grid grid-cols-[repeat(auto-fit,minmax(120px,1fr))] gap-x-6 gap-y-3 rounded-lg border border-line bg-sunken px-4 py-3">
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
        <Go
          to="/maintenance/log/task"
          search={{ task_id, expand: task_id }}
          className="text-accent-text hover:underline"
        >
          #{task_id}
        </Go>
      </Item>
      <p className="col-span-full text-xs text-soft">{howText(how)}</p>
    </section>
  )
}

type CampaignSettings = AnswerOf<typeof campaignCalls.detail>['options']

/** The safeguards of the campaign. */
function howText({
  canary,
  soak,
  most,
  fail_percent,
  back,
  start_at,
  window_from,
  window_to,
  ...is
}: CampaignSettings): string {
  const parts = [
    say(
      { zh: '每型号首批 {canary} 台，观察 {soak} 分钟', en: '{canary} of each model first, watched for {soak} min' },
      { canary: canary ?? 1, soak: soak ?? 10 },
    ),
    say({ zh: '每批最多 {most} 台', en: 'at most {most} in a wave' }, { most: most ?? 50 }),
    say({ zh: '{back} 分钟内恢复在线', en: 'back online within {back} min' }, { back: back ?? 10 }),
    say({ zh: '失败超过 {n}% 时暂停', en: 'pauses when more than {n} % fail' }, { n: fail_percent ?? 5 }),
    ...(is.halt_on_lost ? [say({ zh: '有设备未恢复即暂停', en: 'pauses when a device is lost' })] : []),
    ...(is.backup ? [say({ zh: '升级前备份', en: 'backs up first' })] : []),
    ...(window_from && window_to
      ? [say({ zh: '仅在 {from}–{to}', en: 'only {from}–{to}' }, { from: window_from, to: window_to })]
      : []),
    ...(start_at ? [say({ zh: '{at} 开始', en: 'starts {at}' }, { at: absoluteTime(start_at) })] : []),
  ]
  return parts.join(' · ')
}

/** Reason for the pause, and the available actions. */
function Paused({ campaign: { state, reason } }: { campaign: Campaign }) {
  if (state !== 'paused' || !reason) return null
  return (
    <p role="status" className="rounded-lg bg-warning-soft px-4 py-2.5 text-warning">
      <b className="font-semibold">
        {say({ zh: '已暂停：{reason}。', en: 'Paused: {reason}.' }, { reason: upgradeReason.label(reason, lang) })}
      </b>{' '}
      {say({
        zh: '没有新的设备开始升级。查明原因后可继续、停止，或回退已升级的设备。',
        en: 'No further device is upgraded. Continue after you have found the cause, stop, or roll back the upgraded devices.',
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
