import { sessionCalls } from '@belvedere/contract/rooms/account/session.ts'
import { Monitor, Smartphone, Terminal } from 'lucide-react'
import type { AnswerOf } from '../../../kit/calls/call.ts'
import { useMutateCall, useQueryCall } from '../../../kit/calls/query.ts'
import { say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { useConfirm } from '../../../ui/dialogs/confirm-dialog.tsx'
import { ErrorState } from '../../../ui/feedback/empty-state.tsx'
import { RelativeTime } from '../../../ui/values/relative-time.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Badge } from '../../../ui/feedback/status.tsx'

import { Panel } from '../../../ui/layout/panel.tsx'

type SignInSession = AnswerOf<typeof sessionCalls.list>['list'][number]

/** Signed-in browsers; each session can be ended. */
export function SessionsPanel() {
  const { data, error, refetch } = useQueryCall(sessionCalls.list, {})
  const confirm = useConfirm()
  const remove = useMutateCall(sessionCalls.remove, { done: { zh: '会话已下线', en: 'The session has ended' } })
  const others = useMutateCall(sessionCalls.others, {
    done: { zh: '其他会话已全部下线', en: 'All other sessions have ended' },
  })
  const endOthers = async () => {
    const title = { zh: '下线其他全部会话？', en: 'End all other sessions?' }
    const body = say({
      zh: '除当前浏览器外，其他登录立即失效。',
      en: 'All other sessions of your account are signed out immediately.',
    })
    if (await confirm({ title, body, danger: true, ok: { zh: '全部下线', en: 'End them' } })) await others.run({})
  }
  const end = async (one: SignInSession) => {
    const title = say({ zh: '下线 {name}？', en: 'End the session of {name}?' }, { name: nameOf(one) })
    if (await confirm({ title, danger: true, ok: { zh: '下线', en: 'End it' } })) await remove.run({ id: one.id })
  }
  const action = (data?.list.length ?? 0) > 1 && (
    <Button pending={others.pending} onClick={endOthers}>
      {say({ zh: '下线其他全部', en: 'End all others' })}
    </Button>
  )
  return (
    <Panel
      title={{ zh: '登录会话', en: 'Sessions' }}
      hint={{ zh: '已登录本账号的浏览器。', en: 'Browsers signed in as you.' }}
      action={action}
    >
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <ul className="divide-y divide-line">
          {data.list.map((one) => (
            <SessionRow key={one.id} one={one} onEnd={() => void end(one)} />
          ))}
        </ul>
      ) : (
        <Skeleton className="h-14 w-full" />
      )}
    </Panel>
  )
}

export function nameOf({ browser, system }: { browser: string; system: string }): string {
  const known = [browser, system].filter(Boolean).join(' · ')
  return known || say({ zh: '未知设备', en: 'Unknown device' })
}

function SessionRow({ one, onEnd }: { one: SignInSession; onEnd: () => void }) {
  const Icon = /^(iOS|Android|iPadOS|HarmonyOS)/.test(one.system) ? Smartphone : one.system ? Monitor : Terminal
  return (
    <li className="flex items-center gap-3 py-2.5">
      <Icon size={20} strokeWidth={1.6} aria-hidden="true" className="shrink-0 text-faint" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2">
          <span className="font-medium">{nameOf(one)}</span>
          {one.current === 1 && <Badge tone="success" label={{ zh: '当前会话', en: 'This browser' }} />}
        </p>
        <p className="text-xs text-soft">
          <span className="font-mono">{one.ip}</span> {one.place}
          <span aria-hidden="true"> · </span>
          {say({ zh: '最近使用', en: 'Last used' })} <RelativeTime at={one.last_used} />
          <span aria-hidden="true"> · </span>
          {say({ zh: '登录于', en: 'Signed in' })} <RelativeTime at={one.created_at} />
        </p>
      </div>
      {one.current === 0 && (
        <Button
          size="s"
          onClick={onEnd}
          aria-label={say({ zh: '下线 {name}', en: 'End {name}' }, { name: nameOf(one) })}
        >
          {say({ zh: '下线', en: 'End' })}
        </Button>
      )}
    </li>
  )
}
