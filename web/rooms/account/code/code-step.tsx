import { checkCalls } from '@belvedere/contract/rooms/account/check.ts'
import { useRef, useState, type FormEvent } from 'react'
import { call } from '../../../kit/calls/call.ts'
import { isSilent } from '../../../kit/calls/refusal.ts'
import { say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { type CodeAddress, codeMissing, isCode } from './address.ts'
import { CodeField } from './code-field.tsx'
import { focusField } from './focus-field.ts'
import type { CodeSender } from './use-code-sender.tsx'

interface CodeStepProps {
  to: CodeAddress
  purpose: 'forget' | 'register'
  sender: CodeSender
  /** Reason why the code was refused at the last step. */
  refused: string | undefined
  onBack: () => void
  onRight: (code: string) => void
}

/** Asks for the code and checks it before the user chooses a password. */
export function CodeStep({ to, purpose, sender, refused, onBack, onRight }: CodeStepProps) {
  const [code, setCode] = useState('')
  const [checked, setChecked] = useState(false)
  const [told, setTold] = useState(refused)
  const [pending, setPending] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const check = async () => {
    setPending(true)
    try {
      await call(checkCalls.check, { ...to.input, purpose, code: code.trim() })
      return onRight(code.trim())
    } catch (error) {
      if (!isSilent(error)) setTold((error as Error).message)
      focusField(form.current, 'code')
    } finally {
      setPending(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    setTold(undefined)
    if (!isCode(code)) return focusField(form.current, 'code')
    if (!pending) void check()
  }
  const type = (text: string) => {
    setCode(text)
    setTold(undefined)
    setChecked(false)
  }
  const failure = told ?? sender.failure
  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
      <p className="text-soft">
        {say(
          { zh: '验证码已发送至 {to}，10 分钟内有效。', en: 'A code was sent to {to}. It is valid for ten minutes.' },
          { to: to.shown },
        )}
      </p>
      <CodeField
        value={code}
        onChange={type}
        error={checked && !isCode(code) ? codeMissing : failure}
        left={sender.left}
        onAsk={() => sender.ask(to)}
        again
        autoFocus
      />
      <Button type="submit" kind="primary" size="l" pending={pending} className="mt-1 w-full">
        {say({ zh: '下一步', en: 'Next' })}
      </Button>
      <div className="flex items-start justify-between gap-4 text-xs text-faint">
        <p>{say(purpose === 'register' ? lateWhenRegistering : lateWhenForgotten)}</p>
        <Button kind="quiet" size="s" className="-mt-1.5 -mr-2" onClick={onBack}>
          {say({ zh: '修改', en: 'Change it' })}
        </Button>
      </div>
    </form>
  )
}

const lateWhenRegistering = {
  zh: '没有收到？请检查垃圾箱；如果该号码或邮箱已有账号，请直接登录。',
  en: 'No message? Check the spam folder; if you already have an account, sign in instead.',
}
const lateWhenForgotten = {
  zh: '没有收到？请检查垃圾箱，并确认这是账号绑定的手机号或邮箱。',
  en: 'No message? Check the spam folder, and make sure that this address is bound to your account.',
}
