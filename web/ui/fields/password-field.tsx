import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../buttons/icon-button.tsx'
import { TextField, type TextFieldProps } from './text-field.tsx'

/** A text field that hides its text until the user shows it. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'suffix'>) {
  const [shown, setShown] = useState(false)
  const label = shown ? { zh: '隐藏密码', en: 'Hide password' } : { zh: '显示密码', en: 'Show password' }
  return (
    <TextField
      spellCheck={false}
      autoCapitalize="off"
      {...props}
      type={shown ? 'text' : 'password'}
      suffix={
        <IconButton
          size="s"
          className="mr-0.5"
          icon={shown ? EyeOff : Eye}
          label={label}
          onClick={() => setShown(!shown)}
        />
      }
    />
  )
}
