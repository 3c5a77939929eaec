import { Suspense, useState, type ReactNode } from 'react'
import { Tabs } from '../../../ui/layout/tabs.tsx'
import { OutsidePage } from '../outside-page.tsx'
import { PasswordForm } from './password-form.tsx'
import type { VerifyNeeded } from './use-sign-in.ts'
import { lazyPart } from '../../../kit/loading/lazy-part.ts'

// The default method is part of the first load; the others are loaded when they are selected.
const SmsForm = lazyPart(() => import('./sms-form.tsx'), 'SmsForm')
const QrForm = lazyPart(() => import('./qr-form.tsx'), 'QrForm')
const SignInAlternatives = lazyPart(() => import('./sign-in-alternatives.tsx'), 'SignInAlternatives')
const VerifyStep = lazyPart(() => import('./verify-step.tsx'), 'VerifyStep')

const methods = [
  { id: 'password', label: { zh: '密码登录', en: 'Password' } },
  { id: 'sms', label: { zh: '短信登录', en: 'SMS code' } },
  { id: 'qr', label: { zh: '扫码登录', en: 'QR code' } },
] as const
type SignInMethod = (typeof methods)[number]['id']

/** All sign-in methods; each may lead to the second step. */
export function View() {
  const [method, setWay] = useState<SignInMethod>('password')
  const [verify, setVerify] = useState<VerifyNeeded>()
  const forms: Record<SignInMethod, () => ReactNode> = {
    password: () => <PasswordForm onVerify={setVerify} />,
    sms: () => <SmsForm onVerify={setVerify} />,
    qr: () => <QrForm onVerify={setVerify} />,
  }
  return (
    <OutsidePage title={{ zh: '登录', en: 'Sign in' }} hint={{ zh: '网络管理平台', en: 'Network management console' }}>
      <Suspense fallback={<div className="h-64" />}>
        {verify && <VerifyStep needed={verify} onBack={() => setVerify(undefined)} />}
        {/* the input is kept when the second step is left */}
        <div hidden={verify !== undefined}>
          <Tabs tabs={methods} value={method} onChange={setWay} className="mb-5" />
          <div role="tabpanel" className="min-h-64">
            <Suspense>{forms[method]()}</Suspense>
          </div>
          <Suspense fallback={<div className="mt-5 h-5" />}>
            <SignInAlternatives />
          </Suspense>
        </div>
      </Suspense>
    </OutsidePage>
  )
}
