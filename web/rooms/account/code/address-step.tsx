import { useRef, useState, type FormEvent } from 'react'
import { say, type Words } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { type CodeAddress, addressOf } from './address.ts'
import { focusField } from './focus-field.ts'
import type { CodeSender } from './use-code-sender.tsx'

const missing = { zh: '请输入正确的手机号或邮箱', en: 'Please enter a mobile phone number or an e-mail address' }

interface AddressStepProps {
  value: string
  onChange: (text: string) => void
  hint: Words
  sender: CodeSender
}

/** The address for the code; a solved captcha sends it. */
export function AddressStep({ value, onChange, hint, sender }: AddressStepProps) {
  const [checked, setChecked] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const to: CodeAddress | undefined = addressOf(value)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (to) sender.ask(to)
    else focusField(form.current, 'address')
  }
  const type = (text: string) => {
    onChange(text)
    sender.clear()
  }
  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
      <TextField
        size="l"
        name="address"
        label={{ zh: '手机号或邮箱', en: 'Mobile phone or e-mail address' }}
        autoComplete="username"
        autoCapitalize="off"
        spellCheck={false}
        autoFocus
        maxLength={64}
        value={value}
        onChange={type}
        hint={hint}
        error={checked && !to ? missing : sender.failure}
      />
      <Button type="submit" kind="primary" size="l" className="mt-1 w-full">
        {say({ zh: '获取验证码', en: 'Send a code' })}
      </Button>
    </form>
  )
}
