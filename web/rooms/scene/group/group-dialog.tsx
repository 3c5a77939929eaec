import { groupColor } from '@belvedere/contract/rooms/scene/enums.ts'
import { groupCalls } from '@belvedere/contract/rooms/scene/group.ts'
import { useState } from 'react'
import { useMutateCall } from '../../../kit/query.ts'
import type { Words } from '../../../kit/words.ts'
import { FormDialog } from '../../../ui/dialog.tsx'
import { TagChoice } from '../../../ui/tag-choice.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import type { Group } from './group-row.ts'

type Color = Group['color']

export function GroupDialog({ group, onClose }: { group?: Group; onClose: () => void }) {
  const [name, setName] = useState(group?.name ?? '')
  const [color, setColor] = useState<Color>(group?.color ?? groupColor.id.blue)
  const [error, setError] = useState<Words>()
  const add = useMutateCall(groupCalls.add, { done: { zh: '分组已添加', en: 'The group was added' } })
  const change = useMutateCall(groupCalls.change, { done: { zh: '已保存', en: 'Saved' } })
  const submit = async () => {
    const input = { name: name.trim(), color }
    if (!input.name) return setError({ zh: '请输入分组名称', en: 'Please enter a name' })
    const done = group ? await change.run({ id: group.id, rev: group.rev, ...input }) : await add.run(input)
    if (done) onClose()
  }
  const { fields } = group ? change : add
  return (
    <FormDialog
      open
      width={440}
      title={group ? { zh: '编辑分组', en: 'Edit group' } : { zh: '添加分组', en: 'Add group' }}
      pending={add.pending || change.pending}
      dirty={name !== (group?.name ?? '')}
      onClose={onClose}
      onSubmit={() => void submit()}
    >
      <TextField
        autoFocus
        required
        label={{ zh: '分组名称', en: 'Name' }}
        value={name}
        onChange={(text) => (setName(text), setError(undefined))}
        error={error ?? fields.name}
        autoComplete="off"
      />
      <TagChoice label={{ zh: '颜色', en: 'Colour' }} options={groupColor.values} value={color} onChange={setColor} />
    </FormDialog>
  )
}
