import { silenceKind } from '@belvedere/contract/rooms/alarm/incident-enums.ts'
import { silenceCalls } from '@belvedere/contract/rooms/alarm/silence.ts'
import { useState } from 'react'
import { useMutateCall } from '../../../kit/calls/query.ts'
import { useScene } from '../../../kit/session/scene.ts'
import { FormDialog } from '../../../ui/dialogs/dialog.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { isComplete, type ListedSilence, type SilenceDraft, silenceDraftOf, silenceInputOf } from './silence-draft.ts'
import { PeriodFields, RecurrenceFields, ScopeFields } from './silence-fields.tsx'

interface SilenceDialogProps {
  /** Undefined: a new object. */
  silence: ListedSilence | undefined
  onClose: () => void
}

/** A silence or maintenance window: objects, alarm types and period. */
export function SilenceDialog({ silence, onClose }: SilenceDialogProps) {
  const scene = useScene()
  const [draft, setDraft] = useState(() => silenceDraftOf(silence))
  const [touched, touch] = useState(false)
  const put = (part: Partial<SilenceDraft>) => {
    touch(true)
    setDraft((was) => ({ ...was, ...part }))
  }
  const add = useMutateCall(silenceCalls.add, { done: { zh: '已添加', en: 'Added' } })
  const change = useMutateCall(silenceCalls.change, { done: { zh: '已保存', en: 'Saved' } })
  const submit = async () => {
    if (!isComplete(draft)) return
    const input = silenceInputOf(draft, silence, scene.id)
    const done = silence ? await change.run({ id: silence.id, rev: silence.rev, ...input }) : await add.run(input)
    if (done) onClose()
  }
  return (
    <FormDialog
      open
      title={
        silence ? { zh: '编辑静默或维护', en: 'Edit' } : { zh: '添加静默或维护', en: 'Add maintenance or a silence' }
      }
      width={560}
      onClose={onClose}
      onSubmit={submit}
      pending={add.pending || change.pending}
      ok={silence ? { zh: '保存', en: 'Save' } : { zh: '添加', en: 'Add' }}
      dirty={touched}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={{ zh: '名称', en: 'Name' }}
          required
          maxLength={64}
          value={draft.name}
          onChange={(name) => put({ name })}
          error={touched && !draft.name.trim() ? { zh: '请填写名称', en: 'Give it a name' } : undefined}
        />
        <Select
          label={{ zh: '种类', en: 'Kind' }}
          options={silenceKind.values as never}
          value={draft.kind}
          onChange={(kind) => put({ kind })}
        />
        <ScopeFields draft={draft} put={put} />
        <PeriodFields draft={draft} put={put} />
        <RecurrenceFields draft={draft} put={put} />
      </div>
    </FormDialog>
  )
}
