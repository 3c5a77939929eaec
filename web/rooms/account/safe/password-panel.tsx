import { otpCalls } from '@belvedere/contract/rooms/account/otp.ts'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../../kit/loading/lazy-part.ts'
import { useQueryCall } from '../../../kit/calls/query.ts'
import { say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { RelativeTime } from '../../../ui/values/relative-time.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'

const PasswordDialog = lazyPart(() => import('./password-dialog.tsx'), 'PasswordDialog')

export function PasswordPanel() {
  const { data } = useQueryCall(otpCalls.state, {})
  const [open, setOpen] = useState(false)
  return (
    <Panel
      title={{ zh: '登录密码', en: 'Password' }}
      hint={{
        zh: '修改后其他浏览器上的登录会话会全部下线，API 令牌默认一并失效。',
        en: 'Changing it signs out every other browser and, unless you keep them, ends the API tokens.',
      }}
      action={<Button onClick={() => setOpen(true)}>{say({ zh: '修改密码', en: 'Change password' })}</Button>}
    >
      {data && data.password_at > 0 && (
        <p className="text-soft">
          {say({ zh: '上次修改', en: 'Last set' })} <RelativeTime at={data.password_at} />
        </p>
      )}
      {open && (
        <Suspense>
          <PasswordDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Panel>
  )
}
