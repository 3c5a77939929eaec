import { otpCalls } from '@belvedere/contract/rooms/account/otp.ts'
import { useState } from 'react'
import { call } from '../../../kit/calls/call.ts'
import { queryClient } from '../../../kit/calls/query.ts'
import { isSilent } from '../../../kit/calls/refusal.ts'
import { say } from '../../../kit/words/words.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { VerifyForm, type ProofMethod } from '../../../kit/verify/verify-form.tsx'

type UnbindMethod = 'otp' | 'recovery' | 'password'
const ways: readonly UnbindMethod[] = ['otp', 'password', 'recovery']

/** Unbinding verifies the user itself: with a code of the app, or with the password if the phone is lost. */
export function UnbindDialog({ onClose }: { onClose: () => void }) {
  const [pending, setPending] = useState(false)
  const unbind = async (method: ProofMethod, code: string) => {
    setPending(true)
    try {
      await call(otpCalls.unbind, { method: method as UnbindMethod, code })
      toast.success({ zh: '身份验证器已解绑', en: 'The authenticator is unbound' })
      void queryClient.invalidateQueries({ predicate: ({ meta }) => meta?.call === otpCalls.state })
      onClose()
    } catch (error) {
      return isSilent(error) ? undefined : (error as Error).message
    } finally {
      setPending(false)
    }
  }
  return (
    <Dialog open onClose={onClose} title={{ zh: '解绑身份验证器', en: 'Unbind the authenticator' }} width={400}>
      <p className="mb-4 text-soft">
        {say({
          zh: '解绑后登录只需密码，恢复码同时失效。',
          en: 'Sign-in will require only the password. The recovery codes become invalid too.',
        })}
      </p>
      <VerifyForm inDialog methods={ways} onCheck={unbind} pending={pending} ok={{ zh: '解绑', en: 'Unbind' }} />
    </Dialog>
  )
}
