import { accountRole } from '@belvedere/contract/rooms/account/enums.ts'
import { tokenCalls } from '@belvedere/contract/rooms/account/token.ts'
import { KeyRound, Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { AnswerOf } from '../../../kit/calls/call.ts'
import { lazyPart } from '../../../kit/loading/lazy-part.ts'
import { useMutateCall, useQueryCall } from '../../../kit/calls/query.ts'
import { lang, say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { useConfirm } from '../../../ui/dialogs/confirm-dialog.tsx'
import { ErrorState } from '../../../ui/feedback/empty-state.tsx'
import { absoluteTime, RelativeTime, useNow } from '../../../ui/values/relative-time.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Badge } from '../../../ui/feedback/status.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'

const TokenDialog = lazyPart(() => import('./token-dialog.tsx'), 'TokenDialog')

type Token = AnswerOf<typeof tokenCalls.list>['list'][number]

/** Long-lived tokens for programs. */
export function TokensPanel() {
  const { data, error, refetch } = useQueryCall(tokenCalls.list, {})
  const [adding, setAdding] = useState(false)
  const remove = useMutateCall(tokenCalls.remove, { done: { zh: '令牌已撤销', en: 'The token is revoked' } })
  const confirm = useConfirm()
  const revoke = async ({ id, name }: Token) => {
    const title = say({ zh: '撤销令牌“{name}”？', en: 'Revoke the token “{name}”?' }, { name })
    const body = say({
      zh: '使用它的程序立即无法访问，且不能恢复。',
      en: 'Programs that use it lose access immediately. This cannot be undone.',
    })
    if (await confirm({ title, body, danger: true, ok: { zh: '撤销', en: 'Revoke' } })) await remove.run({ id })
  }
  const add = (
    <Button icon={Plus} onClick={() => setAdding(true)}>
      {say({ zh: '创建令牌', en: 'New token' })}
    </Button>
  )
  return (
    <Panel
      title={{ zh: 'API 令牌', en: 'API tokens' }}
      hint={{
        zh: '供脚本与其他系统调用接口，放在请求头 Authorization 中。',
        en: 'For scripts and other systems; send the token in the Authorization header.',
      }}
      action={data && add}
    >
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton className="h-14 w-full" />
      ) : data.list.length === 0 ? (
        <p className="text-faint">{say({ zh: '还没有 API 令牌。', en: 'No API tokens yet.' })}</p>
      ) : (
        <ul className="divide-y divide-line">
          {data.list.map((one) => (
            <TokenRow key={one.id} one={one} onRevoke={() => void revoke(one)} />
          ))}
        </ul>
      )}
      {adding && (
        <Suspense>
          <TokenDialog onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </Panel>
  )
}

function TokenRow({ one, onRevoke }: { one: Token; onRevoke: () => void }) {
  const isOver = one.expires_at <= useNow()
  return (
    <li className="flex items-center gap-3 py-2.5">
      <KeyRound size={20} strokeWidth={1.6} aria-hidden="true" className="shrink-0 text-faint" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2">
          <span className="font-medium break-all">{one.name}</span>
          <Badge tone="neutral" label={accountRole.label(one.role, lang)} />
          {one.sensitive === 1 && <Badge tone="warning" label={{ zh: '允许敏感操作', en: 'Sensitive actions' }} />}
          {isOver && <Badge tone="danger" label={{ zh: '已过期', en: 'Expired' }} />}
        </p>
        <p className="text-xs text-soft">
          {one.last_used ? (
            <>
              {say({ zh: '最近使用', en: 'Last used' })} <RelativeTime at={one.last_used} />
            </>
          ) : (
            say({ zh: '从未使用', en: 'Never used' })
          )}
          <span aria-hidden="true"> · </span>
          {isOver ? say({ zh: '过期于', en: 'Expired' }) : say({ zh: '有效期至', en: 'Good until' })}{' '}
          {absoluteTime(one.expires_at)}
        </p>
      </div>
      <Button
        size="s"
        onClick={onRevoke}
        aria-label={say({ zh: '撤销 {name}', en: 'Revoke {name}' }, { name: one.name })}
      >
        {say({ zh: '撤销', en: 'Revoke' })}
      </Button>
    </li>
  )
}
