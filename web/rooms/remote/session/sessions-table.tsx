import { remoteCalls } from '@belvedere/contract/rooms/remote/remote.ts'
import { remoteKind } from '@belvedere/contract/rooms/remote/enums.ts'
import { CirclePlay, Square } from 'lucide-react'
import { Suspense, useCallback, useMemo, useState } from 'react'
import { lazyPart } from '../../../kit/loading/lazy-part.ts'
import { CallTable, type Column, type FilterSpec, type RowOf } from '../../../kit/list/call-table.tsx'
import { useMutateCall } from '../../../kit/calls/query.ts'
import { useMay } from '../../../kit/session/session.ts'
import { lang, say } from '../../../kit/words/words.ts'
import { durationText } from '../../../ui/values/duration.ts'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { RelativeTime } from '../../../ui/values/relative-time.tsx'
import { Badge } from '../../../ui/feedback/status.tsx'

const ReplayDialog = lazyPart(() => import('./replay-dialog.tsx'), 'ReplayDialog')

export type RemoteSession = RowOf<typeof remoteCalls.list>

const columns: Column<RemoteSession>[] = [
  {
    property: 'kind',
    label: { zh: '方式', en: 'Kind' },
    width: 110,
    fixed: true,
    format: ({ kind }) => <b className="font-medium">{remoteKind.label(kind, lang)}</b>,
  },
  { property: 'target', label: { zh: '目标', en: 'Target' }, minWidth: 160, tooltip: true, mono: true },
  { property: 'operator', label: { zh: '操作人', en: 'Operator' }, sort: true, width: 120, tooltip: true },
  {
    property: 'started_at',
    label: { zh: '开始', en: 'Started' },
    sort: true,
    width: 130,
    format: ({ started_at }) => <RelativeTime at={started_at} />,
  },
  {
    property: 'seconds',
    label: { zh: '时长', en: 'Length' },
    sort: true,
    width: 110,
    format: ({ seconds, ended_at }) =>
      ended_at === null ? <Badge tone="success" label={{ zh: '进行中', en: 'Open' }} /> : durationText(seconds),
  },
  {
    property: 'recorded',
    label: { zh: '录像', en: 'Recording' },
    width: 110,
    format: ({ recorded, truncated }) =>
      recorded === 1 && say(truncated ? { zh: '部分', en: 'In part' } : { zh: '完整', en: 'Whole' }),
  },
]

const filters: FilterSpec[] = [
  { key: 'kind', label: { zh: '方式', en: 'Kind' }, kind: 'select', options: remoteKind.values },
]

/** Remote sessions of a device, or of one task, with their recordings. */
export function SessionsTable({ device_id, task_id }: { device_id?: number; task_id?: number }) {
  const [replayed, replay] = useState<RemoteSession>()
  const input = useMemo(() => ({ device_id, task_id }), [device_id, task_id])
  const rowActions = useCallback((session: RemoteSession) => <Actions session={session} onReplay={replay} />, [])
  return (
    <>
      <CallTable
        call={remoteCalls.list}
        input={input}
        name="remote-sessions"
        columns={columns}
        filters={filters}
        rowActions={rowActions}
        actionsWidth={84}
        empty={{
          title: { zh: '还没有远程会话', en: 'No remote sessions yet' },
          hint: {
            zh: '远程终端会被录像，密码等不回显的输入不会保存',
            en: 'Terminals are recorded; what is typed without echo, as passwords, is not kept',
          },
        }}
      />
      <Suspense>{replayed && <ReplayDialog session={replayed} onClose={() => replay(undefined)} />}</Suspense>
    </>
  )
}

function Actions({ session, onReplay }: { session: RemoteSession; onReplay: (session: RemoteSession) => void }) {
  const may = useMay()
  const close = useMutateCall(remoteCalls.close, { done: { zh: '会话已结束', en: 'The session was ended' } })
  if (!may('device.command')) return null
  return (
    <span className="inline-flex items-center">
      {session.recorded === 1 && (
        <IconButton size="s" icon={CirclePlay} label={{ zh: '回放', en: 'Replay' }} onClick={() => onReplay(session)} />
      )}
      {session.ended_at === null && (
        <IconButton
          size="s"
          icon={Square}
          label={{ zh: '结束会话', en: 'End the session' }}
          pending={close.pending}
          onClick={() => void close.run({ id: session.id })}
        />
      )}
    </span>
  )
}
