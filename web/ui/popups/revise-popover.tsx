import { Check } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { IconButton } from '../buttons/icon-button.tsx'
import { Popover } from './popover.tsx'
import { TextArea, TextField } from '../fields/text-field.tsx'
import { textOf, type Text } from '../base/text-of.ts'

interface ReviseProps {
  label: Text
  value: string
  /** True if the text was saved; otherwise the popover stays open. */
  onSave: (text: string) => Promise<boolean>
  /** Several lines, 128 characters instead of 32. */
  multiline?: boolean
  required?: boolean
  className?: string
}

const missing = { zh: '请输入内容', en: 'Please enter content' }

/** An edit button that opens a small form for one text. Submitting an unchanged text only closes it. */
export function RevisePopover({ label, value, onSave, multiline = false, required = true, className }: ReviseProps) {
  const [open, setOpen] = useState(false)
  const pencil = { size: 's', icon: 'pencil', label, className } as const
  return (
    <Popover
      label={label}
      open={open}
      onOpenChange={setOpen}
      align="start"
      className="w-72 p-2"
      trigger={<IconButton {...pencil} onClick={(event) => event.stopPropagation()} />}
    >
      <ReviseForm {...{ label, value, onSave, multiline, required }} onDone={() => setOpen(false)} />
    </Popover>
  )
}

function ReviseForm({ label, value, onSave, multiline, required, onDone }: ReviseProps & { onDone: () => void }) {
  const [text, setText] = useState(value)
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<Text>()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    const wanted = text.trim()
    if (wanted === value) return onDone()
    if (required && !wanted) return setError(missing)
    setPending(true)
    const done = await onSave(wanted)
    setPending(false)
    if (done) onDone()
  }
  const field = {
    value: text,
    onChange: setText,
    error,
    'aria-label': textOf(label),
    autoFocus: true,
  }
  return (
    // clicks and keys inside must not reach the row behind the popup; Escape closes it
    <form
      onSubmit={submit}
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => event.key !== 'Escape' && event.stopPropagation()}
      className="flex items-start gap-1"
      noValidate
    >
      {multiline ? (
        <TextArea {...field} className="flex-1" />
      ) : (
        <TextField {...field} className="flex-1" autoComplete="off" />
      )}
      <IconButton type="submit" icon={Check} label={{ zh: '保存', en: 'Save' }} pending={pending} />
    </form>
  )
}
