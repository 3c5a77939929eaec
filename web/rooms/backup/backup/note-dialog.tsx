import { backupCalls } from '@belvedere/contract/rooms/backup/backup.ts'
import { useState } from 'react'
import { useMutateCall } from '../../../kit/calls/query.ts'
import { FormDialog } from '../../../ui/dialogs/dialog.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'

/** The user's note on a backup. */
export function NoteDialog({ id, note, onClose }: { id: number; note: string; onClose: () => void }) {
  const [text, setText] = useState(note)
  const { run, pending } = useMutateCall(backupCalls.change, { done: { zh: '备注已保存', en: 'The note was saved' } })
  const submit = async () => {
    if (text === note || (await run({ id, note: text }))) onClose()
  }
  return (
    <FormDialog
      open
      width={440}
      title={{ zh: '备份备注', en: 'Note of the backup' }}
      onClose={onClose}
      onSubmit={() => void submit()}
      pending={pending}
      dirty={text !== note}
    >
      <TextField label={{ zh: '备注', en: 'Note' }} value={text} onChange={setText} maxLength={128} />
    </FormDialog>
  )
}
