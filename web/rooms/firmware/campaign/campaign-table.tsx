import { campaignCalls } from '@belvedere/contract/rooms/firmware/campaign.ts'
import { campaignState, upgradeReason } from '@belvedere/contract/rooms/firmware/enums.ts'
import { Plus } from 'lucide-react'
import { CallTable, type Column, type CsvColumn, type FilterSpec } from '../../../kit/list/call-table.tsx'
import { useMay } from '../../../kit/session/session.ts'
import { lang, say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { absoluteTime, RelativeTime } from '../../../ui/values/relative-time.tsx'
import { Badge } from '../../../ui/feedback/status.tsx'
import { CampaignProgress, CampaignStatus, type Campaign } from './campaign-status.tsx'

const columns: Column<Campaign>[] = [
  {
    property: 'name',
    label: { zh: '计划', en: 'Campaign' },
    sort: true,
    minWidth: 180,
    fixed: true,
    format: ({ name, undoes }) => (
      <span className="flex min-w-0 items-center gap-2">
        <span className="truncate font-medium">{name}</span>
        {undoes !== null && <Badge tone="neutral" label={{ zh: '回退', en: 'Rollback' }} />}
      </span>
    ),
  },
  {
    property: 'versions',
    label: { zh: '目标版本', en: 'Version' },
    minWidth: 120,
    tooltip: true,
    format: ({ versions }) => versions.join(', '),
  },
  {
    property: 'state',
    label: { zh: '状态', en: 'State' },
    minWidth: 230,
    format: (row) => <CampaignStatus campaign={row} />,
  },
  {
    property: 'progress',
    label: { zh: '进度', en: 'Progress' },
    width: 210,
    format: ({ counts }) => <CampaignProgress counts={counts} />,
  },
  {
    property: 'offline',
    label: { zh: '离线等待', en: 'Offline' },
    width: 90,
    position: 'right',
    format: ({ counts }) => counts.offline || undefined,
  },
  {
    property: 'created_at',
    label: { zh: '创建时间', en: 'Created' },
    sort: true,
    width: 120,
    format: ({ created_at }) => <RelativeTime at={created_at} />,
  },
  {
    property: 'ended_at',
    label: { zh: '结束时间', en: 'Ended' },
    sort: true,
    width: 120,
    defaultHide: true,
    format: ({ ended_at }) => <RelativeTime at={ended_at} />,
  },
  { property: 'operator', label: { zh: '操作人', en: 'Operator' }, width: 120, tooltip: true },
]

const filters: FilterSpec[] = [
  { key: 'state', label: { zh: '状态', en: 'State' }, kind: 'select', options: campaignState.values },
]

const csv: CsvColumn<Campaign>[] = [
  { label: { zh: '计划', en: 'Campaign' }, property: 'name', value: ({ name }) => name },
  { label: { zh: '目标版本', en: 'Version' }, property: 'versions', value: ({ versions }) => versions.join(', ') },
  { label: { zh: '状态', en: 'State' }, property: 'state', value: ({ state }) => campaignState.label(state, lang) },
  {
    label: { zh: '原因', en: 'Reason' },
    property: 'state',
    value: ({ reason }) => reason && upgradeReason.label(reason, lang),
  },
  { label: { zh: '设备', en: 'Devices' }, property: 'progress', value: ({ counts }) => counts.total },
  { label: { zh: '成功', en: 'Succeeded' }, property: 'progress', value: ({ counts }) => counts.done },
  { label: { zh: '失败', en: 'Failed' }, property: 'progress', value: ({ counts }) => counts.failed },
  { label: { zh: '未恢复', en: 'Lost' }, property: 'progress', value: ({ counts }) => counts.lost },
  { label: { zh: '创建时间', en: 'Created' }, property: 'created_at', value: (row) => absoluteTime(row.created_at) },
  {
    label: { zh: '结束时间', en: 'Ended' },
    property: 'ended_at',
    value: ({ ended_at }) => ended_at && absoluteTime(ended_at),
  },
  { label: { zh: '操作人', en: 'Operator' }, property: 'operator', value: ({ operator }) => operator },
]

interface CampaignTableProps {
  onOpen: (id: number) => void
  onNew: () => void
}

export function CampaignTable({ onOpen, onNew }: CampaignTableProps) {
  const may = useMay()
  const add = may('device.command') && (
    <Button kind="primary" icon={Plus} onClick={onNew}>
      {say({ zh: '新建升级计划', en: 'New campaign' })}
    </Button>
  )
  return (
    <CallTable
      call={campaignCalls.list}
      columns={columns}
      filters={filters}
      searchHint={{ zh: '名称 / 版本 / 操作人', en: 'Name, version or operator' }}
      actions={add}
      onRow={({ id }) => onOpen(id)}
      csv={csv}
      empty={{
        title: { zh: '还没有升级计划', en: 'No campaigns yet' },
        hint: {
          zh: '升级计划按网络层级分批升级，首批验证后继续，出现异常自动暂停',
          en: 'A campaign upgrades in waves, verifies the first devices, and pauses automatically on errors',
        },
        action: add,
      }}
    />
  )
}
