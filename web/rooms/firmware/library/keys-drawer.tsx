import { firmwareCalls } from '@belvedere/contract/rooms/firmware/firmware.ts'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useMutateCall, useQueryCall } from '../../../kit/calls/query.ts'
import { useMay } from '../../../kit/session/session.ts'
import { say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { useConfirm } from '../../../ui/dialogs/confirm-dialog.tsx'
import { Drawer } from '../../../ui/dialogs/drawer.tsx'
import { ErrorState } from '../../../ui/feedback/empty-state.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { RelativeTime } from '../../../ui/values/relative-time.tsx'
import { TextArea, TextField } from '../../../ui/fields/text-field.tsx'

/** Trusted signing keys of vendors. */
export function KeysDrawer({ onClose }: { onClose: () => void }) {
  const may = useMay()
  const { data, error, refetch } = useQueryCall(firmwareCalls.keys, {})
  return (
    <Drawer open onClose={onClose} title={{ zh: '受信任的公钥', en: 'Trusted keys' }}>
      <p className="mb-4 text-soft">
        {say({
          zh: '带签名上传的固件，只有签名与这里的某个公钥相符才会入库。',
          en: 'An image that is uploaded with a signature is kept only when the signature is of one of these keys.',
        })}
      </p>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      <ul className="flex flex-col divide-y divide-line">
        {data?.list.map((key) => (
          <li key={key.id} className="flex items-center gap-3 py-2">
            <span className="min-w-0 flex-1">
              <span className="block truncate font-medium">{key.name}</span>
              <span className="block truncate text-xs text-faint">
                <code>{key.digest}</code> · {key.created_by} · <RelativeTime at={key.created_at} />
              </span>
            </span>
            {may('firmware.write') && <Distrust id={key.id} name={key.name} />}
          </li>
        ))}
      </ul>
      {data?.list.length === 0 && <p className="text-faint">{say({ zh: '还没有公钥', en: 'No keys yet' })}</p>}
      {may('firmware.write') && <Trust />}
    </Drawer>
  )
}

function Distrust({ id, name }: { id: number; name: string }) {
  const confirm = useConfirm()
  const { run, pending } = useMutateCall(firmwareCalls.distrust, { done: { zh: '已删除', en: 'Deleted' } })
  const ask = async () => {
    const title = say({ zh: '不再信任“{name}”？', en: 'No longer trust “{name}”?' }, { name })
    if (await confirm({ title, danger: true, ok: { zh: '删除', en: 'Delete' } })) await run({ id })
  }
  return (
    <IconButton
      size="s"
      icon={Trash2}
      label={{ zh: '删除', en: 'Delete' }}
      pending={pending}
      onClick={() => void ask()}
    />
  )
}

function Trust() {
  const [name, setName] = useState('')
  const [key, setKey] = useState('')
  const { run, pending, fields } = useMutateCall(firmwareCalls.trust, { done: { zh: '已添加', en: 'Added' } })
  const submit = async () => {
    if (await run({ name: name.trim(), key: key.trim() })) {
      setName('')
      setKey('')
    }
  }
  return (
    <form
      className="mt-6 flex flex-col gap-3 border-t border-line pt-4"
      onSubmit={(event) => (event.preventDefault(), void submit())}
    >
      <TextField
        label={{ zh: '名称', en: 'Name' }}
        value={name}
        onChange={setName}
        error={fields['name']}
        autoComplete="off"
      />
      <TextArea
        label={{ zh: 'Ed25519 公钥', en: 'Ed25519 public key' }}
        hint={{
          zh: 'PEM、Base64，或 signify、usign、minisign 公钥',
          en: 'PEM, base64, or a signify, usign or minisign key',
        }}
        value={key}
        onChange={setKey}
        maxLength={4096}
        error={fields['key']}
        rows={3}
        mono
      />
      <Button
        type="submit"
        icon={Plus}
        pending={pending}
        disabled={!name.trim() || key.trim().length < 40}
        className="self-start"
      >
        {say({ zh: '添加公钥', en: 'Add key' })}
      </Button>
    </form>
  )
}
