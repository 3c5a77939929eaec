import { useState } from 'react'
import { FormDialog } from '../../../ui/dialogs/dialog.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { codeIn } from '../share/use-receive.ts'

/** For a link received by e-mail or chat. */
export function CodeDialog({ onClose, onCode }: { onClose: () => void; onCode: (code: string) => void }) {
  const [typed, setTyped] = useState('')
  const [checked, setChecked] = useState(false)
  const code = codeIn(typed)
  const wrong = checked && !code ? { zh: '不是有效的分享链接', en: 'That is no share link' } : undefined
  return (
    <FormDialog
      open
      onClose={onClose}
      onSubmit={() => (code ? onCode(code) : setChecked(true))}
      width={480}
      title={{ zh: '通过链接接收', en: 'Receive by link' }}
      ok={{ zh: '下一步', en: 'Next' }}
    >
      <TextField
        label={{ zh: '分享链接', en: 'Share link' }}
        maxLength={512}
        autoComplete="off"
        mono
        value={typed}
        onChange={setTyped}
        error={wrong}
      />
    </FormDialog>
  )
}
