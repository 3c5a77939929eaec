import { forgetCalls } from '@belvedere/contract/rooms/account/forget.ts'
import { useState } from 'react'
import { call } from '../../../kit/calls/call.ts'
import { Go, useGo } from '../../../kit/routing/go.tsx'
import { isSilent } from '../../../kit/calls/refusal.ts'
import { say } from '../../../kit/words/words.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import { AddressStep } from '../code/address-step.tsx'
import { CodeStep } from '../code/code-step.tsx'
import { PasswordStep } from '../code/password-step.tsx'
import { Steps } from '../code/steps.tsx'
import { useCodeSteps } from '../code/use-code-steps.ts'
import { OutsidePage } from '../outside-page.tsx'

const steps = [
  { zh: '验证账号', en: 'Account' },
  { zh: '输入验证码', en: 'Code' },
  { zh: '设置新密码', en: 'New password' },
]

/** Password reset: an address, the code sent to it, a new password. */
export function View() {
  const method = useCodeSteps('forget')
  const [pending, setPending] = useState(false)
  const go = useGo()
  const reset = async (password: string) => {
    if (!method.to) return
    setPending(true)
    try {
      await call(forgetCalls.reset, { ...method.to.input, code: method.code, password })
      toast.success({ zh: '密码已重置，请用新密码登录', en: 'The password is set; sign in with it' })
      go('/login/clear')
    } catch (error) {
      if (!isSilent(error)) method.fail(error as Error)
    } finally {
      setPending(false)
    }
  }
  return (
    <OutsidePage
      title={{ zh: '找回密码', en: 'Forgot password' }}
      hint={{
        zh: '通过账号绑定的手机号或邮箱重置密码',
        en: 'Set a new one with the phone or mail box of your account',
      }}
    >
      <Steps steps={steps} at={method.at} />
      {method.at === 0 && (
        <AddressStep
          value={method.text}
          onChange={method.setText}
          hint={{
            zh: '两者都没有绑定？请联系团队所有者重置密码。',
            en: 'Bound neither? An owner of your team can set a new password.',
          }}
          sender={method.sender}
        />
      )}
      {method.at === 1 && method.to && (
        <CodeStep
          to={method.to}
          purpose="forget"
          sender={method.sender}
          refused={method.refused}
          onBack={() => method.goTo(0)}
          onRight={method.right}
        />
      )}
      {method.at === 2 && (
        <PasswordStep ok={{ zh: '重置密码', en: 'Set it' }} pending={pending} failure={method.failure} onDone={reset} />
      )}
      {method.sender.dialog}
      <p className="mt-6 text-soft">
        <Go to="/login">{say({ zh: '返回登录', en: 'Back to sign-in' })}</Go>
      </p>
    </OutsidePage>
  )
}
