import { syslogCalls } from '@belvedere/contract/rooms/log/syslog.ts'
import { Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { AnswerOf } from '../../../kit/calls/call.ts'
import { lazyPart } from '../../../kit/loading/lazy-part.ts'
import { useMutateCall, useQueryCall } from '../../../kit/calls/query.ts'
import { useMay } from '../../../kit/session/session.ts'
import { say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { useConfirm } from '../../../ui/dialogs/confirm-dialog.tsx'
import { Copyable } from '../../../ui/buttons/copy-button.tsx'
import { Drawer } from '../../../ui/dialogs/drawer.tsx'
import { ErrorState } from '../../../ui/feedback/empty-state.tsx'
import { RelativeTime } from '../../../ui/values/relative-time.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'

const SyslogDialog = lazyPart(() => import('./syslog-dialog.tsx'), 'SyslogDialog')

type SyslogSources = AnswerOf<typeof syslogCalls.list>
type SyslogSource = SyslogSources['list'][number]

/** The syslog address of this server, and its sources by scene. */
export function SyslogDrawer({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useQueryCall(syslogCalls.list, {})
  const mayWrite = useMay()('device.write')
  const [adding, setAdding] = useState(false)
  return (
    <Drawer
      open
      onClose={onClose}
      title={{ zh: 'syslog 来源', en: 'Syslog sources' }}
      footer={
        mayWrite && (
          <Button kind="primary" icon={Plus} onClick={() => setAdding(true)}>
            {say({ zh: '添加来源', en: 'Add a source' })}
          </Button>
        )
      }
    >
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton className="h-24 w-full" />
      ) : (
        <div className="flex flex-col gap-4">
          <Receiver {...data.receiver} />
          {data.list.length === 0 ? (
            <p className="text-soft">
              {say({
                zh: '还没有来源。未登记来源发来的消息不会保存。',
                en: 'No sources yet. Messages from unregistered sources are not stored.',
              })}
            </p>
          ) : (
            <ul className="divide-y divide-line">
              {data.list.map((one) => (
                <SourceItem key={one.id} one={one} mayWrite={mayWrite} />
              ))}
            </ul>
          )}
        </div>
      )}
      {adding && data && (
        <Suspense>
          <SyslogDialog receiver={data.receiver} onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </Drawer>
  )
}

function Receiver({ on, host, port, tls_port }: SyslogSources['receiver']) {
  if (!on)
    return (
      <p className="rounded-md bg-warning-soft px-3 py-2 text-warning" role="status">
        {say({
          zh: '服务器未开启 syslog 接收。以 --syslog 启动后生效。',
          en: 'Syslog reception is disabled on this server. Start it with --syslog.',
        })}
      </p>
    )
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 rounded-md bg-sunken px-3 py-2">
      <dt className="text-soft">UDP / TCP</dt>
      <dd>
        <Copyable text={`${host}:${port}`} />
      </dd>
      <dt className="text-soft">TLS</dt>
      <dd>
        <Copyable text={`${host}:${tls_port}`} />
      </dd>
    </dl>
  )
}

function SourceItem({ one, mayWrite }: { one: SyslogSource; mayWrite: boolean }) {
  const { id, name, scene_name, address, seen_at } = one
  const remove = useMutateCall(syslogCalls.remove, { done: { zh: '已删除', en: 'Removed' } })
  const confirm = useConfirm()
  const drop = async () => {
    const title = say({ zh: '删除来源“{name}”？', en: 'Remove the source “{name}”?' }, { name })
    const body = say({
      zh: '此后它发来的消息不再保存，已有日志保留。七天内可在操作日志中撤销。',
      en: 'Its messages are no longer stored; existing logs are kept. This can be undone in the operation log for seven days.',
    })
    if (await confirm({ title, body, danger: true, ok: { zh: '删除', en: 'Remove' } })) await remove.run({ id })
  }
  return (
    <li className="flex items-center gap-3 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="font-medium break-all">{name}</p>
        <p className="text-xs text-soft">
          {scene_name}
          <span aria-hidden="true"> · </span>
          {address ? <span className="font-mono">{address}</span> : say({ zh: '令牌', en: 'Token' })}
          <span aria-hidden="true"> · </span>
          {seen_at ? (
            <>
              {say({ zh: '最近收到', en: 'Last received' })} <RelativeTime at={seen_at} />
            </>
          ) : (
            say({ zh: '尚未收到消息', en: 'Nothing received yet' })
          )}
        </p>
      </div>
      {mayWrite && (
        <Button
          size="s"
          pending={remove.pending}
          onClick={() => void drop()}
          aria-label={say({ zh: '删除 {name}', en: 'Remove {name}' }, { name })}
        >
          {say({ zh: '删除', en: 'Remove' })}
        </Button>
      )}
    </li>
  )
}
