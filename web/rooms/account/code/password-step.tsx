import { passwordLevel } from '@belvedere/pure/sign-in/password-level.ts'
import { useRef, useState, type FormEvent, type ReactNode } from 'react'
import { say, type Words } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { PasswordField } from '../../../ui/fields/password-field.tsx'
import { PasswordStrength } from '../new-password.tsx'
import { focusField } from './focus-field.ts'

interface PasswordStepProps {
  ok: Words
  pending: boolean
  /** Other error of the server. */
  failure: string | undefined
  /** Fields before the password; `missing` is the name of the first invalid one. */
  before?: (checked: boolean) => ReactNode
  missing?: string | undefined
  onDone: (password: string) => void
}

/** The new password, typed twice, with its strength. */
export function PasswordStep({ ok, pending, failure, before, missing, onDone }: PasswordStepProps) {
  const [password, setPassword] = useState('')
  const [repeated, setRepeated] = useState('')
  const [checked, setChecked] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const weak = passwordLevel(password) === 0
  const differs = password !== repeated
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    const first = missing ?? (weak ? 'password' : differs ? 'repeated' : undefined)
    if (first) return focusField(form.current, first)
    if (!pending) onDone(password)
  }
  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
      {before?.(checked)}
      <div className="flex flex-col gap-2">
        <PasswordField
          size="l"
          name="password"
          label={{ zh: '新密码', en: 'New password' }}
          autoComplete="new-password"
          autoFocus={!before}
          maxLength={32}
          value={password}
          onChange={setPassword}
          error={checked && weak ? weakText(password) : failure}
        />
        <PasswordStrength password={password} />
      </div>
      <PasswordField
        size="l"
        name="repeated"
        label={{ zh: '再次输入', en: 'Once more' }}
        autoComplete="new-password"
        maxLength={32}
        value={repeated}
        onChange={setRepeated}
        error={checked && differs ? { zh: '两次输入的密码不一致', en: 'The two are not the same' } : undefined}
      />
      <Button type="submit" kind="primary" size="l" pending={pending} className="mt-1 w-full">
        {say(ok)}
      </Button>
    </form>
  )
}

const weakText = (password: string): Words =>
  password
    ? { zh: '密码强度不足', en: 'This password is not strong enough' }
    : { zh: '请输入新密码', en: 'Please enter a new password' }
