import { accountRole } from '@belvedere/contract/rooms/account/enums.ts'
import { tokenCalls } from '@belvedere/contract/rooms/account/token.ts'
import { userCalls } from '@belvedere/contract/rooms/account/user.ts'
import { useState } from 'react'
import { useMutateCall, useQueryCall } from '../../../kit/calls/query.ts'
import { say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { CopyButton } from '../../../ui/buttons/copy-button.tsx'
import { Dialog, FormDialog } from '../../../ui/dialogs/dialog.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'

type TokenRole = (typeof accountRole.ids)[number]

const lives = [
  { id: 7, zh: '7 天', en: '7 days' },
  { id: 30, zh: '30 天', en: '30 days' },
  { id: 90, zh: '90 天', en: '90 days' },
  { id: 180, zh: '180 天', en: '180 days' },
  { id: 366, zh: '一年', en: 'One year' },
]

/** Name, role and lifetime of a new token, then the token itself, once. */
export function TokenDialog({ onClose }: { onClose: () => void }) {
  const { data: me } = useQueryCall(userCalls.profile, {})
  const [name, setName] = useState('')
  const [role, setRole] = useState<TokenRole>(accountRole.id.viewer)
  const [days, setDays] = useState(30)
  const [sensitive, setSensitive] = useState(false)
  const [checked, setChecked] = useState(false)
  const [token, setToken] = useState<string>()
  const add = useMutateCall(tokenCalls.add)
  // a smaller number is a higher role
  const roles = accountRole.values.filter(({ id }) => me && id >= me.role)
  const submit = async () => {
    setChecked(true)
    if (!name.trim()) return
    const answer = await add.run({ name: name.trim(), role, days, sensitive: sensitive ? 1 : 0 })
    if (answer) setToken(answer.token)
  }
  const missing = checked && !name.trim() ? say({ zh: '请输入名称', en: 'Please enter a name' }) : undefined
  if (token) return <TokenShown token={token} onClose={onClose} />
  return (
    <>
      <FormDialog
        open
        onClose={onClose}
        title={{ zh: '创建 API 令牌', en: 'New API token' }}
        width={440}
        onSubmit={submit}
        pending={add.pending}
        dirty={name !== ''}
        ok={{ zh: '创建', en: 'Create' }}
      >
        <div className="flex flex-col gap-4">
          <TextField
            label={{ zh: '名称', en: 'Name' }}
            hint={{ zh: '用途或使用它的系统，如监控大屏', en: 'What uses it: a wall screen, a script' }}
            required
            autoComplete="off"
            value={name}
            onChange={setName}
            error={missing ?? add.fields['name']}
          />
          <Select
            label={{ zh: '角色', en: 'Role' }}
            hint={{ zh: '令牌的权限不会超过您自己的权限', en: 'A token never may more than you may yourself' }}
            options={roles}
            value={role}
            onChange={setRole}
            error={add.fields['role']}
          />
          <Select label={{ zh: '有效期', en: 'Valid for' }} options={lives} value={days} onChange={setDays} />
          <div>
            <Checkbox
              label={{ zh: '允许敏感操作', en: 'May do sensitive actions' }}
              checked={sensitive}
              onChange={setSensitive}
            />
            <p className="mt-1 text-xs text-soft">
              {say({
                zh: '如打开远程终端、生成主机接入命令、以可管理权限分享场景；在控制台中这些操作须重新验证身份。',
                en: 'For example opening remote shells, creating enrolment commands and sharing with “can manage”; the console asks for verification before these.',
              })}
            </p>
          </div>
        </div>
      </FormDialog>
    </>
  )
}

function TokenShown({ token, onClose }: { token: string; onClose: () => void }) {
  const example = `curl -H 'Authorization: ${token}' ${location.origin}/api/v1/scene`
  return (
    <Dialog
      open
      onClose={onClose}
      title={{ zh: '令牌已创建', en: 'Token created' }}
      width={560}
      footer={
        <Button kind="primary" onClick={onClose}>
          {say({ zh: '我已保存', en: 'I have saved it' })}
        </Button>
      }
    >
      <p className="mb-3 text-soft">
        {say({ zh: '令牌仅显示这一次，请立即保存。', en: 'It is shown only now; keep it.' })}
      </p>
      <Shown label={say({ zh: '令牌', en: 'Token' })} text={token} />
      <p className="mt-4 mb-1 text-soft">{say({ zh: '调用示例', en: 'An example' })}</p>
      <Shown label={say({ zh: '调用示例', en: 'An example' })} text={example} />
    </Dialog>
  )
}

function Shown({ label, text }: { label: string; text: string }) {
  return (
    <p className="flex items-center gap-2 rounded-md bg-sunken px-3 py-2">
      <code aria-label={label} className="min-w-0 flex-1 font-mono text-xs break-all">
        {text}
      </code>
      <CopyButton text={text} />
    </p>
  )
}
