import { Suspense, useState } from 'react'
import { lazyPart } from '../../../kit/loading/lazy-part.ts'
import { useOther } from '../../../kit/session/browser-memory.ts'
import { Tabs } from '../../../ui/layout/tabs.tsx'
import { PasswordForm } from '../login/password-form.tsx'
import type { VerifyNeeded } from '../login/use-sign-in.ts'
import { OutsidePage } from '../outside-page.tsx'

const SmsForm = lazyPart(() => import('../login/sms-form.tsx'), 'SmsForm')
const VerifyStep = lazyPart(() => import('../login/verify-step.tsx'), 'VerifyStep')

const methods = [
  { id: 'password', label: { zh: '密码登录', en: 'Password' } },
  { id: 'sms', label: { zh: '短信登录', en: 'SMS code' } },
] as const
type PhoneSignInMethod = (typeof methods)[number]['id']

/** Sign-in methods for a phone: no QR code, which the phone cannot scan from its own screen. */
export function PhoneSignIn() {
  const [method, setWay] = useState<PhoneSignInMethod>('password')
  const [verify, setVerify] = useState<VerifyNeeded>()
  const Form = method === 'password' ? PasswordForm : SmsForm
  const onVerify = (needed: VerifyNeeded | undefined) => {
    comeBackHere()
    setVerify(needed)
  }
  return (
    <div className="h-full overflow-auto" onFocus={comeBackHere}>
      <OutsidePage title={{ zh: '登录', en: 'Sign in' }} hint={{ zh: '随时随地管理网络', en: 'Your networks at hand' }}>
        <Suspense fallback={<div className="h-64" />}>
          {verify ? (
            <VerifyStep needed={verify} onBack={() => onVerify(undefined)} />
          ) : (
            <>
              <Tabs tabs={methods} value={method} onChange={setWay} className="mb-5" />
              <div role="tabpanel" className="min-h-64">
                <Form onVerify={onVerify} />
              </div>
            </>
          )}
        </Suspense>
      </OutsidePage>
    </div>
  )
}

/** Every sign-in method leads to the page requested before: this one, with the parameters of its address. */
function comeBackHere(): void {
  useOther.setState({ oldPath: `${location.pathname}${location.search}` })
}
