import { groupColor } from '@belvedere/contract/rooms/scene/enums.ts'
import { useState } from 'react'
import { FormDialog } from '../../ui/dialogs/dialog.tsx'
import { TagChoice } from '../../ui/fields/tag-choice.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import type { Words } from '../words/words.ts'
import type { GroupLike } from './open-group.ts'

/** Toast after success. */
export const groupAdded = { done: { zh: '分组已添加', en: 'The group was added' } }
export const groupSaved = { done: { zh: '已保存', en: 'Saved' } }

export interface GroupFields {
  name: string
  color: GroupLike['color']
  note: string
}

interface GroupFormProps {
  /** Undefined: a new group. */
  group?: GroupLike
  /** Groups of this kind have notes. */
  noted?: boolean
  /** Truthy after success. */
  save: (fields: GroupFields) => Promise<unknown>
  pending: boolean
  /** Text per field of the last refusal. */
  refused: Readonly<Record<string, string>>
  onClose: () => void
}

/** Adds or edits a group. */
export function GroupForm({ group, noted = false, save, pending, refused, onClose }: GroupFormProps) {
  const [name, setName] = useState(group?.name ?? '')
  const [note, setNote] = useState(group?.note ?? '')
  const [color, setColor] = useState<GroupLike['color']>(group?.color ?? groupColor.id.blue)
  const [error, setError] = useState<Words>()
  const submit = async () => {
    const fields = { name: name.trim(), note: note.trim(), color }
    if (!fields.name) return setError({ zh: '请输入分组名称', en: 'Please enter a name' })
    if (await save(fields)) onClose()
  }
  return (
    <FormDialog
      open
      width={440}
      title={group ? { zh: '编辑分组', en: 'Edit group' } : { zh: '添加分组', en: 'Add group' }}
      pending={pending}
      dirty={name !== (group?.name ?? '') || note !== (group?.note ?? '')}
      onClose={onClose}
      onSubmit={() => void submit()}
    >
      <TextField
        autoFocus
        required
        label={{ zh: '分组名称', en: 'Name' }}
        value={name}
        onChange={(text) => (setName(text), setError(undefined))}
        error={error ?? refused.name}
        autoComplete="off"
      />
      {noted && (
        <TextField
          label={{ zh: '备注', en: 'Note' }}
          value={note}
          onChange={setNote}
          maxLength={128}
          error={refused.note}
          className="mt-4"
          autoComplete="off"
        />
      )}
      <TagChoice label={{ zh: '颜色', en: 'Colour' }} options={groupColor.values} value={color} onChange={setColor} />
    </FormDialog>
  )
}
