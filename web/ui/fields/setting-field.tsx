import { PasswordField } from './password-field.tsx'
import { Select } from './select.tsx'
import { TextField } from './text-field.tsx'
import { lang, say, type Words } from '../base/words.ts'

/** One setting as a server describes it. */
export interface ServerSetting {
  key: string
  words: Words
  hint?: Words | undefined
  kind: 'text' | 'secret' | 'choice'
  options?: readonly ({ id: string } & Words)[] | undefined
  required: 0 | 1
  /** A secret: true if one is stored. */
  set: 0 | 1
}

interface SettingFieldProps {
  field: ServerSetting
  value: string
  onChange: (value: string) => void
  error: string | undefined
}

/** A field of the type of the setting; a stored secret is never shown and is kept if the field is left empty. */
export function SettingField({ field, value, onChange, error }: SettingFieldProps) {
  const { key, words, hint, kind, options = [], required, set } = field
  const common = {
    name: key,
    label: words[lang],
    hint: hint?.[lang] ?? '',
    value,
    onChange,
    error,
    required: required === 1,
  }
  if (kind === 'choice') return <Select {...common} label={words} options={options} />
  if (kind === 'text') return <TextField {...common} maxLength={256} autoComplete="off" spellCheck={false} />
  const kept = { zh: '已设置，留空则不修改', en: 'Set; leave it empty to keep it' }
  return (
    <PasswordField {...common} maxLength={256} autoComplete="new-password" placeholder={set ? say(kept) : undefined} />
  )
}
