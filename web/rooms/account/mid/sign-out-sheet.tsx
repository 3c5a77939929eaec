import { userCalls } from '@belvedere/contract/rooms/account/user.ts'
import { useMutateCall } from '../../../kit/calls/query.ts'
import { wipeSession } from '../../../kit/session/session.ts'
import { say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Sheet } from '../../../ui/phone/sheet.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'

/** The page is reloaded afterwards, so that no data of the old user stays in memory. */
export function SignOutSheet({ onClose }: { onClose: () => void }) {
  const logout = useMutateCall(userCalls.logout)
  const leave = async () => {
    if (!(await logout.run({}, { keep: true }))) return
    wipeSession()
    toast.success({ zh: '操作成功', en: 'Signed out' })
    setTimeout(() => location.replace('/mid'), 500)
  }
  return (
    <Sheet onClose={onClose} title={{ zh: '确定退出登录？', en: 'Sign out?' }}>
      <p className="mb-4 text-soft">
        {say({ zh: '之后需要重新登录才能查看网络。', en: 'You will have to sign in again to see your networks.' })}
      </p>
      <div className="grid grid-cols-2 gap-3">
        <Button onClick={onClose}>{say({ zh: '取消', en: 'Cancel' })}</Button>
        <Button kind="danger" pending={logout.pending} onClick={leave}>
          {say({ zh: '退出', en: 'Sign out' })}
        </Button>
      </div>
    </Sheet>
  )
}
