import { otpCalls } from '@belvedere/contract/rooms/account/otp.ts'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../../kit/loading/lazy-part.ts'
import { useMutateCall, useQueryCall } from '../../../kit/calls/query.ts'
import { say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { ErrorState } from '../../../ui/feedback/empty-state.tsx'
import { absoluteTime } from '../../../ui/values/relative-time.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Status } from '../../../ui/feedback/status.tsx'
import { Matter, Panel } from '../../../ui/layout/panel.tsx'

// QR codes are drawn only during binding, recovery codes only after opening
const BindDialog = lazyPart(() => import('./bind-dialog.tsx'), 'BindDialog')
const UnbindDialog = lazyPart(() => import('./unbind-dialog.tsx'), 'UnbindDialog')
const RecoveryDialog = lazyPart(() => import('./recovery-codes.tsx'), 'RecoveryDialog')

/** The authenticator app, and recovery codes in case it is lost. */
export function OtpPanel() {
  const { data, error, refetch } = useQueryCall(otpCalls.state, {})
  return (
    <Panel
      title={{ zh: '两步验证', en: 'Second step at sign-in' }}
      hint={{
        zh: '登录时除密码外，还需输入手机身份验证器中的动态验证码。',
        en: 'Signing in requires the password and a code from an authenticator app on your phone.',
      }}
    >
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Authenticator bound_at={data.bound_at} recovery_left={data.recovery_left} />
      ) : (
        <Skeleton className="h-11 w-full" />
      )}
    </Panel>
  )
}

function Authenticator({ bound_at, recovery_left }: { bound_at: number; recovery_left: number }) {
  const [dialog, setDialog] = useState<'bind' | 'unbind'>()
  const [codes, setCodes] = useState<string[]>()
  const begin = useMutateCall(otpCalls.bind)
  const renew = useMutateCall(otpCalls.recovery)
  const [begun, setBegun] = useState<{ secret: string; uri: string }>()
  const bind = async () => {
    const answer = await begin.run({})
    if (!answer?.secret || !answer.uri) return
    setBegun({ secret: answer.secret, uri: answer.uri })
    setDialog('bind')
  }
  const isBound = bound_at > 0
  return (
    <div className="divide-y divide-line">
      <Matter
        label={{ zh: '身份验证器', en: 'Authenticator app' }}
        action={
          isBound ? (
            <Button onClick={() => setDialog('unbind')}>{say({ zh: '解绑', en: 'Unbind' })}</Button>
          ) : (
            <Button kind="primary" pending={begin.pending} onClick={bind}>
              {say({ zh: '绑定', en: 'Bind' })}
            </Button>
          )
        }
      >
        {isBound ? (
          <span className="inline-flex flex-wrap items-center gap-x-3">
            <Status tone="success" label={{ zh: '已绑定', en: 'Bound' }} />
            <span className="text-soft">{absoluteTime(bound_at)}</span>
          </span>
        ) : (
          <Status tone="warning" label={{ zh: '未绑定', en: 'Not bound' }} />
        )}
      </Matter>
      {isBound && (
        <Matter
          label={{ zh: '恢复码', en: 'Recovery codes' }}
          action={
            <Button pending={renew.pending} onClick={async () => setCodes((await renew.run({}))?.recovery)}>
              {say({ zh: '重新生成', en: 'New codes' })}
            </Button>
          }
        >
          <Status
            tone={recovery_left > 3 ? 'neutral' : 'warning'}
            label={say({ zh: '剩余 {n} 个', en: '{n} left' }, { n: recovery_left })}
          />
        </Matter>
      )}
      <Suspense>
        {dialog === 'bind' && begun && (
          <BindDialog begun={begun} onClose={() => setDialog(undefined)} onBound={setCodes} />
        )}
        {dialog === 'unbind' && <UnbindDialog onClose={() => setDialog(undefined)} />}
        {codes && <RecoveryDialog codes={codes} onClose={() => setCodes(undefined)} />}
      </Suspense>
    </div>
  )
}
