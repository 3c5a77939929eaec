import { shareCalls } from '@belvedere/contract/rooms/scene/share.ts'
import { useState } from 'react'
import { useMutateCall } from '../../../kit/calls/query.ts'
import { say } from '../../../kit/words/words.ts'
import { FormDialog } from '../../../ui/dialogs/dialog.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { endText, lasting, permissions } from '../share/share-choices.ts'
import type { ListedSentShare } from './columns.tsx'

const asItIs = -1

/** Changes the right or the end of a share; it applies to recipients immediately. */
export function ChangeDialog({ share, onClose }: { share: ListedSentShare; onClose: () => void }) {
  const [permission, setPermission] = useState<number>(share.permission)
  const [expires_in, setLasting] = useState(asItIs)
  const change = useMutateCall(shareCalls.change, { done: { zh: '已修改', en: 'Changed' } })
  const kept = {
    id: asItIs,
    label: say({ zh: '不变（{end}）', en: 'As it is ({end})' }, { end: endText(share.expire_at) }),
  }
  const submit = async () => {
    const input = { permission: permission as 1 | 2, ...(expires_in !== asItIs && { expires_in }) }
    if (await change.run({ id: share.id, ...input })) onClose()
  }
  return (
    <FormDialog
      open
      onClose={onClose}
      onSubmit={submit}
      pending={change.pending}
      dirty={permission !== share.permission || expires_in !== asItIs}
      width={460}
      title={say({ zh: '修改分享“{scene}”', en: 'Change the share of “{scene}”' }, { scene: share.scene_name })}
      ok={{ zh: '保存', en: 'Save' }}
    >
      <div className="flex flex-col gap-4">
        <Select label={{ zh: '权限', en: 'Right' }} options={permissions} value={permission} onChange={setPermission} />
        <Select
          label={{ zh: '有效期（从现在起）', en: 'Ends, counted from now' }}
          options={[kept, ...lasting]}
          value={expires_in}
          onChange={setLasting}
        />
      </div>
    </FormDialog>
  )
}
