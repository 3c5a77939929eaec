import { Search } from 'lucide-react'
import type { FormEvent } from 'react'
import { say, type Words } from '../../kit/words/words.ts'
import { Button } from '../../ui/buttons/button.tsx'
import type { Text } from '../../ui/base/text-of.ts'
import { TextField } from '../../ui/fields/text-field.tsx'
import { useFocusWrong } from './use-focus-wrong.ts'

interface LookUpFormProps {
  label: Words
  placeholder: string
  value: string
  onChange: (text: string) => void
  onSubmit: () => void
  error: Text | undefined
  pending: boolean
}

/** One field and its button; Enter submits. */
export function LookUpForm({ label, placeholder, value, onChange, onSubmit, error, pending }: LookUpFormProps) {
  const form = useFocusWrong<HTMLFormElement>(error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form ref={form} onSubmit={submit} className="flex items-start gap-2" noValidate>
      <TextField
        mono
        required
        autoFocus
        className="flex-1"
        label={label}
        placeholder={placeholder}
        value={value}
        onChange={onChange}
        error={error}
        maxLength={64}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
      />
      <Button kind="primary" type="submit" icon={Search} pending={pending} className="mt-[22px]">
        {say({ zh: '查询', en: 'Look up' })}
      </Button>
    </form>
  )
}
