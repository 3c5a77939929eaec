import { cancelCalls } from '@belvedere/contract/rooms/account/cancel.ts'
import { useState } from 'react'
import type { AnswerOf } from '../../../kit/calls/call.ts'
import { useGo } from '../../../kit/routing/go.tsx'
import { useMutateCall } from '../../../kit/calls/query.ts'
import { say } from '../../../kit/words/words.ts'
import { FormDialog } from '../../../ui/dialogs/dialog.tsx'
import { PasswordField } from '../../../ui/fields/password-field.tsx'
import { absoluteTime } from '../../../ui/values/relative-time.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'

const closed = {
  zh: '账号已注销，{at} 前登录可恢复',
  en: 'The account is closed; sign in before {at} to take it back',
}
type Consequences = AnswerOf<typeof cancelCalls.look>

/** States what is deleted, and asks for the password; the server may require more. */
export function CloseDialog({ consequences, onClose }: { consequences: Consequences; onClose: () => void }) {
  const [password, setPassword] = useState('')
  const [checked, setChecked] = useState(false)
  const go = useGo()
  const close = useMutateCall(cancelCalls.cancel)
  const submit = async () => {
    setChecked(true)
    if (!password) return
    const answer = await close.run({ password })
    if (!answer) return
    const at = absoluteTime(answer.removed_at)
    go('/login/clear')
    toast.success(say(closed, { at }), { stay: true })
  }
  const missing = say({ zh: '请输入登录密码', en: 'Please enter your password' })
  return (
    <>
      <FormDialog
        open
        onClose={onClose}
        title={{ zh: '注销账号', en: 'Close the account' }}
        width={460}
        onSubmit={submit}
        pending={close.pending}
        ok={{ zh: '注销账号', en: 'Close the account' }}
      >
        <ul className="mb-4 list-disc space-y-1 rounded-md bg-danger-soft py-3 pr-4 pl-8 text-danger">
          {linesOf(consequences).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <PasswordField
          label={{ zh: '登录密码', en: 'Password' }}
          autoComplete="current-password"
          maxLength={128}
          value={password}
          onChange={setPassword}
          error={checked && !password ? missing : undefined}
        />
      </FormDialog>
    </>
  )
}

function linesOf({ sessions, tokens, team_goes, scenes, devices, removed_at }: Consequences): string[] {
  const lines = [
    say({ zh: '{n} 个登录会话立即下线', en: '{n} {n:session ends|sessions end} immediately' }, { n: sessions }),
    say(
      { zh: '{at} 后账号被永久删除', en: 'The account is removed permanently after {at}' },
      { at: absoluteTime(removed_at) },
    ),
  ]
  if (tokens)
    lines.push(
      say(
        {
          zh: '{n} 个 API 令牌立即失效，恢复账号后也不再有效',
          en: '{n} API {n:token|tokens} revoked immediately and permanently',
        },
        { n: tokens },
      ),
    )
  if (team_goes)
    lines.push(
      say(
        {
          zh: '您是团队唯一的成员：{scenes} 个场景和 {devices} 台设备将一并删除',
          en: 'You are the only member of the team: {scenes} {scenes:scene|scenes} and {devices} {devices:device|devices} are removed with it',
        },
        { scenes, devices },
      ),
    )
  return lines
}
