import { Pencil, Trash2, type LucideIcon } from 'lucide-react'
import { useConfirm } from '../../ui/dialogs/confirm-dialog.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { say, type Words } from '../words/words.ts'
import type { GroupLike, OpenGroup } from './open-group.ts'

interface GroupActionsProps<Group extends GroupLike, More extends string> {
  group: Group
  mayWrite: boolean
  open: (what: OpenGroup<Group, More>) => void
  /** Label of the button that opens the members. */
  icon: LucideIcon
  /** Entries between members and edit. */
  more?: readonly { what: More; icon: LucideIcon; label: Words }[]
  /** Text about the members in the question before removal. */
  stays: string
  remove: { run: (input: { id: number }) => Promise<unknown>; pending: boolean }
}

/** Actions on one group of a list. */
export function GroupActions<Group extends GroupLike, More extends string = never>(
  props: GroupActionsProps<Group, More>,
) {
  const { group, mayWrite, open, icon, more = [], stays, remove } = props
  const confirm = useConfirm()
  const ask = async () => {
    const title = say({ zh: '删除分组“{name}”？', en: 'Remove the group “{name}”?' }, { name: group.name })
    if (await confirm({ title, body: stays, danger: true, ok: { zh: '删除', en: 'Remove' } }))
      await remove.run({ id: group.id })
  }
  const opens = [{ what: 'members' as const, icon, label: { zh: '成员', en: 'Members' } }, ...more]
  return (
    <span className="inline-flex items-center">
      {opens.map(({ what, icon, label }) => (
        <IconButton key={what} size="s" icon={icon} label={label} onClick={() => open({ what, group })} />
      ))}
      {mayWrite && (
        <IconButton
          size="s"
          icon={Pencil}
          label={{ zh: '编辑', en: 'Edit' }}
          onClick={() => open({ what: 'edit', group })}
        />
      )}
      {mayWrite && (
        <IconButton
          size="s"
          icon={Trash2}
          label={{ zh: '删除', en: 'Remove' }}
          pending={remove.pending}
          onClick={() => void ask()}
        />
      )}
    </span>
  )
}
