import { monitoredCalls } from '@belvedere/contract/rooms/monitor/monitored.ts'
import { Network, Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { AnswerOf } from '../../../kit/calls/call.ts'
import { lazyPart } from '../../../kit/loading/lazy-part.ts'
import { useMutateCall, useQueryCall } from '../../../kit/calls/query.ts'
import { say, type Words } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { useConfirm } from '../../../ui/dialogs/confirm-dialog.tsx'
import { ErrorState } from '../../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Badge } from '../../../ui/feedback/status.tsx'
import { AccountPage, Panel } from '../../../ui/layout/panel.tsx'

const NetworkDialog = lazyPart(() => import('./network-dialog.tsx'), 'NetworkDialog')

type MonitorNetwork = AnswerOf<typeof monitoredCalls.networks>['networks'][number]

/** Networks that monitoring of every team may reach from this server. */
export function View() {
  const { data, error, refetch } = useQueryCall(monitoredCalls.networks, {})
  const [adding, setAdding] = useState(false)
  const add = (
    <Button icon={Plus} onClick={() => setAdding(true)}>
      {say({ zh: '添加网段', en: 'Add a network' })}
    </Button>
  )
  return (
    <AccountPage>
      <Panel
        title={{ zh: '可监测的网段', en: 'Networks that may be monitored' }}
        hint={{
          zh: '第三方设备的监测由本服务器发出。各团队只能监测此处列出的网段；平台管理员所在团队另可监测私有网段与公网。本机、本地链路与云元数据地址始终不可监测。',
          en: 'Third-party devices are monitored from this server. A team may only monitor the networks listed here; the team of the administrators may also monitor private networks and the internet. The server itself, link-local and cloud metadata addresses are never monitored.',
        }}
        action={data && add}
      >
        {error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : data ? (
          <Networks listed={data.networks} trusted={data.trusted} />
        ) : (
          <Skeleton className="h-24 w-full" />
        )}
      </Panel>
      {adding && data && (
        <Suspense>
          <NetworkDialog listed={data.networks} onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </AccountPage>
  )
}

interface NetworksProps {
  listed: readonly MonitorNetwork[]
  trusted: readonly string[]
}

function Networks({ listed, trusted }: NetworksProps) {
  const save = useMutateCall(monitoredCalls.allow, { done: { zh: '已移除', en: 'Removed' } })
  const confirm = useConfirm()
  const remove = async ({ network }: MonitorNetwork) => {
    const title = say(
      { zh: '移除网段“{network}”？', en: 'Remove the network “{network}”?' },
      { network: nameOf(network) },
    )
    const body = say({
      zh: '各团队对其中设备的监测随即停止。',
      en: 'Monitors of other teams in it stop immediately.',
    })
    if (!(await confirm({ title, body, danger: true, ok: { zh: '移除', en: 'Remove' } }))) return
    await save.run({ networks: listed.filter((one) => one.network !== network) })
  }
  if (listed.length + trusted.length === 0)
    return (
      <p className="text-faint">
        {say({
          zh: '没有列出网段：只有平台管理员所在团队可以从本服务器监测设备。',
          en: 'No network is listed: only the team of the administrators monitors devices from this server.',
        })}
      </p>
    )
  return (
    <ul className="divide-y divide-line">
      {trusted.map((network) => (
        <Row key={`flag ${network}`} network={network} note={byFlag} />
      ))}
      {listed.map((one) => (
        <Row key={one.network} network={one.network} note={one.note} onRemove={() => void remove(one)} />
      ))}
    </ul>
  )
}

const byFlag: Words = { zh: '由启动参数 --monitor-networks 指定', en: 'set by the flag --monitor-networks' }

const nameOf = (network: string) => (network === 'public' ? say({ zh: '公网', en: 'Public internet' }) : network)

interface NetworkRowProps {
  network: string
  note: string | Words
  /** Undefined: not stored in this list. */
  onRemove?: () => void
}

function Row({ network, note, onRemove }: NetworkRowProps) {
  return (
    <li className="flex items-center gap-3 py-2.5">
      <Network size={20} strokeWidth={1.6} aria-hidden="true" className="shrink-0 text-faint" />
      <div className="min-w-0 flex-1">
        <p className="font-medium break-all">{nameOf(network)}</p>
        {note && <p className="text-xs break-words text-soft">{typeof note === 'string' ? note : say(note)}</p>}
      </div>
      {onRemove ? (
        <Button
          size="s"
          onClick={onRemove}
          aria-label={say({ zh: '移除 {name}', en: 'Remove {name}' }, { name: nameOf(network) })}
        >
          {say({ zh: '移除', en: 'Remove' })}
        </Button>
      ) : (
        <Badge tone="neutral" label={{ zh: '启动参数', en: 'Flag' }} />
      )}
    </li>
  )
}
