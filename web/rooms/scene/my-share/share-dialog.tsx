import { useState } from 'react'
import { FormDialog } from '../../../ui/dialogs/dialog.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { Tabs } from '../../../ui/layout/tabs.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { lasting, permissions, uses } from '../share/share-choices.ts'
import { LinkDialog } from './link-dialog.tsx'
import { useShare, type ShareMethod } from './use-share.ts'

const methods: readonly { id: ShareMethod; label: { zh: string; en: string } }[] = [
  { id: 'account', label: { zh: '按账号', en: 'By account' } },
  { id: 'url', label: { zh: '按链接', en: 'By link' } },
  { id: 'qrcode', label: { zh: '按二维码', en: 'By QR code' } },
]

const missing = {
  scene: { zh: '请选择场景', en: 'Please choose a scene' },
  account: { zh: '请输入接收人的账号', en: 'Please enter the account of the receiver' },
}

/** Shares an own scene with an account or by a link. */
export function ShareDialog({ scene_id, onClose }: { scene_id?: number; onClose: () => void }) {
  const [method, setWay] = useState<ShareMethod>('account')
  const { scenes, draft, write, send, pending, fields, made } = useShare(onClose, scene_id)
  const [checked, setChecked] = useState(false)
  const wrong = {
    scene: checked && !draft.scene_id ? missing.scene : undefined,
    account: checked && method === 'account' && !draft.account.trim() ? missing.account : fields.account,
  }
  const submit = () => {
    setChecked(true)
    if (draft.scene_id && (method !== 'account' || draft.account.trim())) void send(method)
  }
  if (made) return <LinkDialog link={made} onClose={onClose} />
  return (
    <FormDialog
      open
      onClose={onClose}
      onSubmit={submit}
      pending={pending}
      dirty={draft.account !== '' || draft.note !== ''}
      width={520}
      title={{ zh: '分享场景', en: 'Share a scene' }}
      ok={method === 'account' ? { zh: '分享', en: 'Share' } : { zh: '生成', en: 'Create' }}
    >
      <Tabs tabs={methods} value={method} onChange={setWay} className="mb-4" />
      <div className="flex flex-col gap-4">
        <Select
          required
          filter
          label={{ zh: '场景', en: 'Scene' }}
          options={scenes}
          value={draft.scene_id}
          onChange={(scene_id) => write({ scene_id })}
          error={wrong.scene}
        />
        {method === 'account' && (
          <TextField
            required
            label={{ zh: '接收人', en: 'Receiver' }}
            hint={{ zh: '其他团队的账号、手机号或邮箱', en: 'Account, phone or e-mail of a person in another team' }}
            maxLength={64}
            autoCapitalize="off"
            value={draft.account}
            onChange={(account) => write({ account })}
            error={wrong.account}
          />
        )}
        <Select
          label={{ zh: '权限', en: 'Right' }}
          options={permissions}
          value={draft.permission}
          onChange={(permission) => write({ permission })}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <Select
            label={{ zh: '有效期', en: 'Lasts' }}
            options={lasting}
            value={draft.expires_in}
            onChange={(expires_in) => write({ expires_in })}
          />
          {method !== 'account' && (
            <Select
              label={{ zh: '接收次数', en: 'Can be received by' }}
              options={uses}
              value={draft.max_uses}
              onChange={(max_uses) => write({ max_uses })}
            />
          )}
        </div>
        <TextField
          label={{ zh: '备注', en: 'Note' }}
          hint={{ zh: '接收人可见', en: 'The receiver reads it' }}
          maxLength={128}
          value={draft.note}
          onChange={(note) => write({ note })}
        />
      </div>
    </FormDialog>
  )
}
