import { groupColor } from '@belvedere/contract/rooms/scene/enums.ts'
import { groupCalls } from '@belvedere/contract/rooms/scene/group.ts'
import { useState } from 'react'
import { useMutateCall } from '../../../kit/query.ts'
import { lang, say, type Words } from '../../../kit/words.ts'
import { FormDialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { GroupDot } from './group-tag.tsx'
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
      <Colors value={color} onChange={setColor} />
    </FormDialog>
  )
}

function Colors({ value, onChange }: { value: Color; onChange: (color: Color) => void }) {
  return (
    <fieldset className="mt-4">
      <legend className="mb-1 text-xs font-medium text-soft">{say({ zh: '颜色', en: 'Colour' })}</legend>
      <div className="flex gap-1">
        {groupColor.values.map((color) => (
          <label
            key={color.id}
            data-tip={color[lang]}
            className="flex size-8 items-center justify-center rounded-md border border-transparent hover:bg-hover has-checked:border-accent-text has-focus-visible:outline-2 has-focus-visible:outline-accent-text"
          >
            <input
              type="radio"
              name="color"
              aria-label={color[lang]}
              checked={color.id === value}
              onChange={() => onChange(color.id)}
              className="sr-only"
            />
            <GroupDot color={color.id} className="size-3.5" />
          </label>
        ))}
      </div>
    </fieldset>
  )
}
