import { TextField } from './text-field.tsx'
import { say } from '../base/words.ts'

interface TypedNameProps {
  name: string
  value: string
  onChange: (value: string) => void
  className?: string
}

/** Asks the user to type the name of the changed object; the caller compares it. */
export function TypedName({ name, value, onChange, className }: TypedNameProps) {
  return (
    <TextField
      className={className}
      label={say({ zh: '请输入 {name} 以确认', en: 'Type {name} to confirm' }, { name })}
      value={value}
      onChange={onChange}
      maxLength={200}
      autoComplete="off"
    />
  )
}
