import { cancelCalls } from '@belvedere/contract/rooms/account/cancel.ts'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../../kit/loading/lazy-part.ts'
import { useQueryCall } from '../../../kit/calls/query.ts'
import { say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { ErrorState } from '../../../ui/feedback/empty-state.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'

const CloseDialog = lazyPart(() => import('./close-dialog.tsx'), 'CloseDialog')

/** Closes the account, with a grace period of a week. */
export function ClosePanel() {
  const { data, error, refetch } = useQueryCall(cancelCalls.look, {})
  const [open, setOpen] = useState(false)
  const isStuck = data?.hand_over === 1 || data?.last_admin === 1
  return (
    <Panel
      title={{ zh: '注销账号', en: 'Close the account' }}
      action={
        <Button disabled={!data || isStuck} onClick={() => setOpen(true)} className="text-danger">
          {say({ zh: '注销账号', en: 'Close the account' })}
        </Button>
      }
    >
      <p className="text-soft">
        {data?.last_admin
          ? say({
              zh: '您是唯一的平台管理员，不能注销。请先将其他成员设为平台管理员。',
              en: 'You are the only administrator of this installation. Appoint another administrator first.',
            })
          : data?.hand_over
            ? say({
                zh: '您是团队唯一的所有者，不能注销。请先将所有者角色移交给其他成员。',
                en: 'You are the only owner of the team and cannot go. Make another member an owner first.',
              })
            : say({
                zh: '注销后立即退出登录，7 天内重新登录可恢复，之后账号将被永久删除。',
                en: 'You are signed out immediately. Signing in within 7 days cancels it; after that the account is deleted permanently.',
              })}
      </p>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} className="-mb-6" />}
      {open && data && (
        <Suspense>
          <CloseDialog consequences={data} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Panel>
  )
}
