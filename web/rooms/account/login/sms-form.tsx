import { smsCalls } from '@belvedere/contract/rooms/account/sms.ts'
import { useRef, useState, type FormEvent } from 'react'
import { call } from '../../../kit/calls/call.ts'
import { knownDevice } from '../../../kit/session/known-device.ts'
import { say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { addressOf, codeMissing, isCode } from '../code/address.ts'
import { CodeField } from '../code/code-field.tsx'
import { focusField } from '../code/focus-field.ts'
import { useCodeSender } from '../code/use-code-sender.tsx'
import { useSignIn, type VerifyNeeded } from './use-sign-in.ts'

const phoneMissing = { zh: '请输入正确的手机号', en: 'Please enter a mobile phone number' }

/** Sign-in with a phone number and the code sent to it. */
export function SmsForm({ onVerify }: { onVerify: (needed: VerifyNeeded) => void }) {
  const [phone, setPhone] = useState('')
  const [code, setCode] = useState('')
  const [checked, setChecked] = useState<'phone' | 'all'>()
  const [again, setAgain] = useState(false)
  const [failure, setFailure] = useState<string>()
  const form = useRef<HTMLFormElement>(null)
  const { signIn, pending } = useSignIn(onVerify)
  const sender = useCodeSender('login', () => {
    setAgain(true)
    focusField(form.current, 'code')
  })
  const to = addressOf(phone)
  const isPhone = to?.channel === 'sms'

  const ask = () => {
    setChecked('phone')
    if (to && isPhone) return sender.ask(to)
    focusField(form.current, 'phone')
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setChecked('all')
    setFailure(undefined)
    if (!isPhone || !isCode(code)) return focusField(form.current, isPhone ? 'code' : 'phone')
    const result = await signIn(() =>
      call(smsCalls.login, { phone, code: code.trim(), ...knownDevice() }, { keep: true }),
    )
    if (result.failure) focusField(form.current, 'code')
    setFailure(result.failure?.message)
  }
  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
      <TextField
        size="l"
        name="phone"
        type="tel"
        label={{ zh: '手机号', en: 'Mobile phone' }}
        autoComplete="tel"
        autoFocus
        value={phone}
        onChange={setPhone}
        error={checked && !isPhone ? phoneMissing : sender.failure}
      />
      <CodeField
        value={code}
        onChange={setCode}
        error={checked === 'all' && !isCode(code) ? codeMissing : failure}
        left={sender.left}
        onAsk={ask}
        again={again}
      />
      <Button type="submit" kind="primary" size="l" pending={pending} className="mt-1 w-full">
        {say({ zh: '登录', en: 'Sign in' })}
      </Button>
      <p className="text-xs text-faint">
        {say({
          zh: '仅限已绑定手机号的账号。境外号码请加国家或地区代码，如 +1 415 555 2671。',
          en: 'For accounts with this number bound. Numbers without a country code are taken as Chinese (+86).',
        })}
      </p>
      {sender.dialog}
    </form>
  )
}
