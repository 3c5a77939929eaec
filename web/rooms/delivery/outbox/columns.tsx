import type { Out } from '@belvedere/contract/kit/define-calls.ts'
import { messageCarrier, messagePurpose, messageState } from '@belvedere/contract/rooms/delivery/enums.ts'
import type { outboxCalls } from '@belvedere/contract/rooms/delivery/outbox.ts'
import type { Column, FilterSpec } from '../../../kit/list/call-table.tsx'
import { lang } from '../../../kit/words/words.ts'
import { Copyable } from '../../../ui/buttons/copy-button.tsx'
import { RelativeTime } from '../../../ui/values/relative-time.tsx'
import { Status } from '../../../ui/feedback/status.tsx'

type OutboxMessage = Out<typeof outboxCalls.list>['list'][number]

export const columns: Column<OutboxMessage>[] = [
  {
    property: 'created_at',
    label: { zh: '时间', en: 'Time' },
    sort: true,
    width: 120,
    fixed: true,
    format: ({ created_at }) => <RelativeTime at={created_at} />,
  },
  { property: 'masked', label: { zh: '收件人', en: 'To' }, minWidth: 180, tooltip: true },
  {
    property: 'text',
    label: { zh: '内容', en: 'Content' },
    minWidth: 150,
    tips: {
      zh: '未配置通道时，验证码在失效前显示在这里；已发出的消息不可查看',
      en: 'Without a channel the code is shown here until it expires; sent codes are not shown',
    },
    format: ({ text }) => text && <Copyable text={text} mono />,
  },
  {
    property: 'state',
    label: { zh: '状态', en: 'State' },
    sort: true,
    width: 130,
    format: ({ state }) => <Status tone={messageState.find(state)?.tone} label={messageState.label(state, lang)} />,
  },
  {
    property: 'purpose',
    label: { zh: '用途', en: 'For' },
    sort: true,
    width: 130,
    format: ({ purpose }) => messagePurpose.label(purpose, lang),
  },
  {
    property: 'carrier',
    label: { zh: '方式', en: 'By' },
    sort: true,
    width: 90,
    format: ({ carrier }) => messageCarrier.label(carrier, lang),
  },
  { property: 'channel', label: { zh: '通道', en: 'Channel' }, width: 110 },
  { property: 'answer', label: { zh: '服务商返回', en: 'Answer of the provider' }, minWidth: 220, tooltip: true },
  { property: 'attempts', label: { zh: '尝试次数', en: 'Tries' }, width: 90, position: 'right', defaultHide: true },
  {
    property: 'done_at',
    label: { zh: '完成时间', en: 'Ended' },
    sort: true,
    width: 120,
    defaultHide: true,
    format: ({ done_at }) => (done_at ? <RelativeTime at={done_at} /> : undefined),
  },
]

export const filters: FilterSpec[] = [
  { key: 'carrier', label: { zh: '方式', en: 'By' }, kind: 'select', options: messageCarrier.values },
  { key: 'state', label: { zh: '状态', en: 'State' }, kind: 'select', options: messageState.values },
  { key: 'purpose', label: { zh: '用途', en: 'For' }, kind: 'select', options: messagePurpose.values },
]
