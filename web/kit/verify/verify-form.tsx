import { verifyMethod } from '@belvedere/contract/rooms/account/enums.ts'
import { useRef, useState, type FormEvent } from 'react'
import { lang, say, type Words } from '../words/words.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { PasswordField } from '../../ui/fields/password-field.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { CodeSender } from './code-sender.tsx'

export type ProofMethod = (typeof verifyMethod.ids)[number]

interface VerifyFormProps {
  /** Available methods, strongest first; at least one. */
  methods: readonly ProofMethod[]
  /** Resolves to the reason of a failure; undefined on success. */
  onCheck: (method: ProofMethod, code: string) => Promise<string | undefined>
  pending: boolean
  /** Sends a code by the method, if it uses codes. */
  onSend?: (method: 'sms' | 'email') => Promise<{ resend_in: number }>
  /** Partly masked addresses for codes. */
  masks?: Readonly<Partial<Record<ProofMethod, string>>>
  /** In a dialog, which handles the focus itself and restores it afterwards. */
  inDialog?: boolean
  /** Label of the button. */
  ok: Words
}

const asks: Record<ProofMethod, { label: Words; hint?: Words; empty: Words }> = {
  otp: {
    label: { zh: '动态验证码', en: 'Code of the app' },
    hint: { zh: '打开身份验证器，输入 6 位数字', en: 'The six digits that your authenticator app shows' },
    empty: { zh: '请输入 6 位验证码', en: 'Please enter the six digits' },
  },
  recovery: {
    label: { zh: '恢复码', en: 'Recovery code' },
    hint: {
      zh: '绑定时保存的恢复码，每个只能用一次',
      en: 'One of those you kept when you bound the app; each works once',
    },
    empty: { zh: '请输入恢复码', en: 'Please enter a recovery code' },
  },
  password: {
    label: { zh: '登录密码', en: 'Password' },
    empty: { zh: '请输入登录密码', en: 'Please enter your password' },
  },
  sms: {
    label: { zh: '短信验证码', en: 'SMS code' },
    empty: { zh: '请输入 6 位验证码', en: 'Please enter the six digits' },
  },
  email: {
    label: { zh: '邮箱验证码', en: 'E-mail code' },
    empty: { zh: '请输入 6 位验证码', en: 'Please enter the six digits' },
  },
}

/** One field for the chosen verification method, and the other methods below it. */
export function VerifyForm({ methods, onCheck, onSend, masks = {}, inDialog = false, pending, ok }: VerifyFormProps) {
  const [method, setMethod] = useState<ProofMethod>(methods[0] ?? 'password')
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const [isTurned, setTurned] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const { label, hint, empty } = asks[method]
  const others = methods.filter((one) => one !== method)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (pending) return
    const isShort = code.trim() === '' || (isDigits(method) && !/^\s*\d{3}\s*\d{3}\s*$/.test(code))
    const failed = isShort ? say(empty) : await onCheck(method, code.trim())
    setError(failed)
    if (failed) (form.current?.elements.namedItem('code') as HTMLInputElement | null)?.select()
  }
  const type = (text: string) => {
    setCode(text)
    setError(undefined)
  }
  const turnTo = (next: ProofMethod) => {
    setMethod(next)
    setTurned(true)
    type('')
  }
  const field = {
    name: 'code',
    label,
    value: code,
    onChange: type,
    error,
    size: 'l',
    autoFocus: !inDialog || isTurned,
  } as const
  return (
    <form key={method} ref={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
      {method === 'password' ? (
        <PasswordField {...field} autoComplete="current-password" maxLength={128} />
      ) : (
        <TextField
          {...field}
          hint={masks[method] ? say(goesTo, { mask: masks[method] }) : hint}
          suffix={isSent(method) && onSend ? <CodeSender send={() => onSend(method)} /> : undefined}
          autoComplete={isDigits(method) ? 'one-time-code' : 'off'}
          inputMode={isDigits(method) ? 'numeric' : undefined}
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={isDigits(method) ? 7 : 32}
        />
      )}
      <Button type="submit" kind="primary" size="l" pending={pending} className="w-full">
        {say(ok)}
      </Button>
      {others.length > 0 && (
        <p className="flex flex-wrap gap-x-4 gap-y-1 text-soft">
          {others.map((other) => (
            <button
              key={other}
              type="button"
              onClick={() => turnTo(other)}
              className="text-accent-text hover:underline"
            >
              {say({ zh: '改用{way}', en: 'Use: {way}' }, { way: verifyMethod.label(other, lang) })}
            </button>
          ))}
        </p>
      )}
    </form>
  )
}

const goesTo = { zh: '验证码将发送至 {mask}', en: 'The code is sent to {mask}' }
const isSent = (method: ProofMethod) => method === 'sms' || method === 'email'
const isDigits = (method: ProofMethod) => method === 'otp' || method === 'sms' || method === 'email'
