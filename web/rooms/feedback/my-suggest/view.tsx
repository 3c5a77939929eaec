import { feedbackStatus, feedbackType } from '@belvedere/contract/rooms/feedback/enums.ts'
import { feedbackCalls } from '@belvedere/contract/rooms/feedback/feedback.ts'
import { MessageSquarePlus } from 'lucide-react'
import { CallTable, type Column, type FilterSpec, type RowOf } from '../../../kit/list/call-table.tsx'
import { useGo } from '../../../kit/routing/go.tsx'
import { useMay } from '../../../kit/session/session.ts'
import { useUrlState } from '../../../kit/routing/url-state.ts'
import { lang, say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { RelativeTime } from '../../../ui/values/relative-time.tsx'
import { Badge, Status } from '../../../ui/feedback/status.tsx'
import { Tabs } from '../../../ui/layout/tabs.tsx'
import { SuggestDrawer } from './suggest-drawer.tsx'

type SuggestionRow = RowOf<typeof feedbackCalls.list>

const columnsOf = (everybody: boolean): Column<SuggestionRow>[] => [
  {
    property: 'status',
    label: { zh: '状态', en: 'Status' },
    sort: true,
    width: 120,
    fixed: true,
    format: ({ status }) => (
      <Status tone={feedbackStatus.find(status)?.tone} label={feedbackStatus.label(status, lang)} />
    ),
  },
  {
    property: 'title',
    label: { zh: '标题', en: 'Title' },
    sort: true,
    minWidth: 220,
    fixed: true,
    format: (row) => <Title row={row} mine={!everybody} />,
  },
  {
    property: 'type',
    label: { zh: '类型', en: 'Kind' },
    sort: true,
    width: 120,
    format: ({ type }) => feedbackType.label(type, lang),
  },
  ...(everybody
    ? [{ property: 'author', label: { zh: '提交人', en: 'From' }, sort: true, width: 130, tooltip: true }]
    : []),
  { property: 'reply_cnt', label: { zh: '回复', en: 'Answers' }, width: 80, position: 'right' as const },
  { property: 'picture_cnt', label: { zh: '图片', en: 'Pictures' }, width: 80, position: 'right' as const },
  {
    property: 'updated_at',
    label: { zh: '更新时间', en: 'Updated' },
    sort: true,
    width: 120,
    format: ({ updated_at }) => <RelativeTime at={updated_at} />,
  },
  {
    property: 'created_at',
    label: { zh: '提交时间', en: 'Sent' },
    sort: true,
    width: 120,
    format: ({ created_at }) => <RelativeTime at={created_at} />,
  },
]

const columns = { mine: columnsOf(false), all: columnsOf(true) }

const filters: FilterSpec[] = [
  { key: 'type', label: { zh: '类型', en: 'Kind' }, kind: 'select', options: feedbackType.values },
  { key: 'status', label: { zh: '状态', en: 'Status' }, kind: 'select', options: feedbackStatus.values },
]

const tabs = [
  { id: 'mine', label: { zh: '我的反馈', en: 'Mine' } },
  { id: 'all', label: { zh: '全部反馈', en: 'All' } },
] as const

/** The user's suggestions with their status; moderators see those of all users. */
export function View() {
  const may = useMay()
  const go = useGo()
  const [{ tab, open }, set] = useUrlState({ tab: 'mine', open: 0 })
  const list = may('feedback.answer') && tab === 'all' ? 'all' : 'mine'
  const suggest = (
    <Button kind="primary" icon={MessageSquarePlus} onClick={() => go('/support/suggest')}>
      {say({ zh: '提交反馈', en: 'Suggest something' })}
    </Button>
  )
  return (
    <>
      {may('feedback.answer') && (
        <Tabs tabs={tabs} value={list} onChange={(tab) => set({ tab, open: 0 })} className="mb-3 shrink-0" />
      )}
      <CallTable
        key={list}
        name={`user/feedback/${list}`}
        call={feedbackCalls.list}
        input={list === 'all' ? { everybody: 1 } : {}}
        columns={columns[list]}
        filters={filters}
        searchHint={{ zh: '标题 / 内容', en: 'Title or text' }}
        actions={suggest}
        onRow={({ id }) => set({ open: id }, { push: true })}
        usualOrder="updated_at desc"
        empty={{
          title: { zh: '还没有反馈', en: 'No suggestions yet' },
          hint: { zh: '功能、体验或产品上的建议都可以告诉我们', en: 'Describe what to add, improve or fix' },
          action: suggest,
        }}
      />
      {open > 0 && <SuggestDrawer key={open} id={open} onClose={() => set({ open: 0 })} />}
    </>
  )
}

function Title({ row: { title, unseen }, mine }: { row: SuggestionRow; mine: boolean }) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      <b className="truncate font-medium">{title}</b>
      {mine && unseen === 1 && <Badge tone="primary" label={{ zh: '新回复', en: 'New answer' }} />}
    </span>
  )
}
