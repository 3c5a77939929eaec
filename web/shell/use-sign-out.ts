import { userCalls } from '@belvedere/contract/rooms/account/user.ts'
import { call } from '../kit/calls/call.ts'
import { isSilent } from '../kit/calls/refusal.ts'
import { useConfirm } from '../ui/dialogs/confirm-dialog.tsx'
import { toast } from '../ui/feedback/toast.tsx'
import { goToSignIn } from './router.tsx'

/** Asks, signs out on the server, and only then removes the session here. */
export function useSignOut(): () => Promise<void> {
  const confirm = useConfirm()
  return async () => {
    if (!(await confirm({ title: { zh: '确定退出登录？', en: 'Sign out?' }, ok: { zh: '退出', en: 'Sign out' } })))
      return
    try {
      await call(userCalls.logout, {}, { keep: true })
      await goToSignIn()
      toast.success({ zh: '操作成功', en: 'Signed out' })
    } catch (error) {
      if (!isSilent(error)) toast.error((error as Error).message)
    }
  }
}
