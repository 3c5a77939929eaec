import { userCalls } from '@belvedere/contract/rooms/account/user.ts'
import { accountErrors } from '@belvedere/contract/rooms/account/errors.ts'
import { passwordLevel } from '@belvedere/pure/sign-in/password-level.ts'
import { useState } from 'react'
import { useMutateCall } from '../../../kit/calls/query.ts'
import { ServerRefusal } from '../../../kit/calls/refusal.ts'
import { say } from '../../../kit/words/words.ts'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { FormDialog } from '../../../ui/dialogs/dialog.tsx'
import { PasswordField } from '../../../ui/fields/password-field.tsx'
import { PasswordStrength } from '../new-password.tsx'

const nothing = { old: '', fresh: '', again: '' }

/** The old password, and the new one twice. */
export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState(nothing)
  const [checked, setChecked] = useState(false)
  const [keepsTokens, setKeepsTokens] = useState(false)
  const change = useMutateCall(userCalls.changeProfile, {
    done: { zh: '密码已修改，其他会话已下线', en: 'Password changed; other sessions have ended' },
    quiet: true,
  })
  const set = (key: keyof typeof nothing) => (text: string) => setTyped({ ...typed, [key]: text })
  const wrong = faultsOf(typed)
  const refused = change.failure instanceof ServerRefusal ? change.failure : undefined
  const isOldWrong =
    refused?.code === accountErrors.wrongOldPassword.code || refused?.code === accountErrors.locked.code
  const submit = async () => {
    setChecked(true)
    if (wrong.old || wrong.fresh || wrong.again) return
    if (await change.run({ old_password: typed.old, password: typed.fresh, keep_tokens: keepsTokens ? 1 : 0 }))
      onClose()
  }
  return (
    <FormDialog
      open
      onClose={onClose}
      title={{ zh: '修改密码', en: 'Change password' }}
      width={440}
      onSubmit={submit}
      pending={change.pending}
      dirty={typed !== nothing}
      ok={{ zh: '修改', en: 'Change' }}
    >
      <div className="flex flex-col gap-4">
        <PasswordField
          label={{ zh: '原密码', en: 'Old password' }}
          autoComplete="current-password"
          maxLength={128}
          value={typed.old}
          onChange={set('old')}
          error={(checked && wrong.old) || (isOldWrong ? refused?.message : undefined)}
        />
        <div className="flex flex-col gap-2">
          <PasswordField
            label={{ zh: '新密码', en: 'New password' }}
            autoComplete="new-password"
            maxLength={32}
            value={typed.fresh}
            onChange={set('fresh')}
            error={(checked && wrong.fresh) || (isOldWrong ? undefined : change.failure?.message)}
          />
          <PasswordStrength password={typed.fresh} />
        </div>
        <PasswordField
          label={{ zh: '再次输入新密码', en: 'New password again' }}
          autoComplete="new-password"
          maxLength={32}
          value={typed.again}
          onChange={set('again')}
          error={checked ? wrong.again : undefined}
        />
        <Checkbox
          label={{
            zh: '保留 API 令牌（仅当确信密码没有泄露）',
            en: 'Keep API tokens (only if the old password is not known to anyone else)',
          }}
          checked={keepsTokens}
          onChange={setKeepsTokens}
        />
      </div>
    </FormDialog>
  )
}

function faultsOf({ old, fresh, again }: typeof nothing) {
  return {
    old: old ? undefined : say({ zh: '请输入原密码', en: 'Please enter the old password' }),
    fresh:
      passwordLevel(fresh) === 0
        ? say({ zh: '新密码不符合要求', en: 'The new password is not accepted' })
        : fresh === old
          ? say({ zh: '新密码不能与原密码相同', en: 'The new password must differ from the old one' })
          : undefined,
    again: again === fresh ? undefined : say({ zh: '两次输入的密码不一致', en: 'The two entries differ' }),
  }
}
