import { nodeRole, nodeState } from '@belvedere/contract/rooms/node/enums.ts'
import { nodeCalls } from '@belvedere/contract/rooms/node/node.ts'
import type { AnswerOf } from '../../../kit/calls/call.ts'
import { useMutateCall } from '../../../kit/calls/query.ts'
import { lang, say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { useConfirm } from '../../../ui/dialogs/confirm-dialog.tsx'
import { durationText } from '../../../ui/values/duration.ts'
import { RelativeTime } from '../../../ui/values/relative-time.tsx'
import { Badge, Status } from '../../../ui/feedback/status.tsx'

type ListedNode = AnswerOf<typeof nodeCalls.list>['nodes'][number]

export function Nodes({ nodes }: { nodes: readonly ListedNode[] }) {
  const forget = useMutateCall(nodeCalls.forget, { done: { zh: '已移除', en: 'Removed' } })
  const confirm = useConfirm()
  const remove = async ({ id, name }: ListedNode) => {
    const title = say({ zh: '移除节点“{name}”？', en: 'Remove the node “{name}”?' }, { name })
    const body = say({
      zh: '节点恢复运行后会自动重新出现。',
      en: 'A node that runs again announces itself.',
    })
    if (await confirm({ title, body, danger: true, ok: { zh: '移除', en: 'Remove' } })) await forget.run({ id })
  }
  return (
    <ul className="divide-y divide-line">
      {nodes.map((node) => (
        <Row key={node.id} node={node} onRemove={() => void remove(node)} />
      ))}
    </ul>
  )
}

function Row({ node, onRemove }: { node: ListedNode; onRemove: () => void }) {
  const { name, roles, state, bus, devices, version, started_at, silent } = node
  const away = state === nodeState.id.lost || state === nodeState.id.stopped
  const heard = durationText(silent, 1)
  const facts = [
    roles.includes(nodeRole.id.gateway) && say({ zh: '{n} 台设备', en: '{n} {n:device|devices}' }, { n: devices }),
    version,
    say({ zh: '{time}前有响应', en: 'last seen {time} ago' }, { time: heard }),
  ].filter(Boolean)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1.5 py-2.5" data-node={name} data-state={state}>
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-1.5">
          <span className="font-medium break-all">{name}</span>
          {roles.map((role) => (
            <Badge key={role} tone="primary" label={nodeRole.label(role, lang)} />
          ))}
        </p>
        <p className="mt-0.5 text-xs text-soft">
          {facts.join(' · ')} · {say({ zh: '启动于', en: 'started' })} <RelativeTime at={started_at} />
        </p>
      </div>
      {!away && !bus && <Status tone="danger" label={{ zh: '连不上消息总线', en: 'Cannot reach the bus' }} />}
      <Status tone={nodeState.find(state)?.tone} label={nodeState.label(state, lang)} />
      {away && (
        <Button size="s" onClick={onRemove} aria-label={say({ zh: '移除 {name}', en: 'Remove {name}' }, { name })}>
          {say({ zh: '移除', en: 'Remove' })}
        </Button>
      )}
    </li>
  )
}
