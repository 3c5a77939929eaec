import { groupCalls } from '@belvedere/contract/rooms/scene/group.ts'
import { Pencil, Trash2, Users } from 'lucide-react'
import { useMutateCall } from '../../../kit/query.ts'
import { useMay } from '../../../kit/session.ts'
import { say } from '../../../kit/words.ts'
import { useConfirm } from '../../../ui/confirm-dialog.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import type { Group, Open } from './group-row.ts'

export function GroupActions({ group, open }: { group: Group; open: (what: Open) => void }) {
  const may = useMay()
  const confirm = useConfirm()
  const { run, pending } = useMutateCall(groupCalls.remove, { done: { zh: '分组已删除', en: 'The group was removed' } })
  const remove = async () => {
    const title = say({ zh: '删除分组“{name}”？', en: 'Remove the group “{name}”?' }, { name: group.name })
    const body = say({ zh: '其中的 {n} 个场景不会被删除。', en: 'The {n} scenes in it stay.' }, { n: group.scene_cnt })
    if (await confirm({ title, body, danger: true, ok: { zh: '删除', en: 'Remove' } })) await run({ id: group.id })
  }
  return (
    <span className="inline-flex items-center">
      <IconButton
        size="s"
        icon={Users}
        label={{ zh: '成员', en: 'Members' }}
        onClick={() => open({ what: 'members', group })}
      />
      {may('scene.write') && (
        <IconButton
          size="s"
          icon={Pencil}
          label={{ zh: '编辑', en: 'Edit' }}
          onClick={() => open({ what: 'edit', group })}
        />
      )}
      {may('scene.write') && (
        <IconButton
          size="s"
          icon={Trash2}
          label={{ zh: '删除', en: 'Remove' }}
          pending={pending}
          onClick={() => void remove()}
        />
      )}
    </span>
  )
}
