import { userCalls } from '@belvedere/contract/rooms/account/user.ts'
import { Suspense, useRef, useState, type FormEvent } from 'react'
import { call } from '../../../kit/calls/call.ts'
import { knownDevice } from '../../../kit/session/known-device.ts'
import { say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { PasswordField } from '../../../ui/fields/password-field.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { CaptchaDialog, type PuzzleAnswer } from '../../captcha/api.tsx'
import { useSignIn, type SignInResult, type VerifyNeeded } from './use-sign-in.ts'

// Most sign-ins need no captcha, so it is loaded on demand.

const empty = {
  account: { zh: '请输入账号', en: 'Please enter your account' },
  password: { zh: '请输入密码', en: 'Please enter your password' },
}

/** Account and password; the slide captcha only if the server requires it. */
export function PasswordForm({ onVerify }: { onVerify: (needed: VerifyNeeded) => void }) {
  const [account, setAccount] = useState('')
  const [password, setPassword] = useState('')
  const [checked, setChecked] = useState(false)
  const [captcha, setCaptcha] = useState(false)
  const [asking, setAsking] = useState(false)
  const [failure, setFailure] = useState<string>()
  const { signIn, pending } = useSignIn(onVerify)
  const form = useRef<HTMLFormElement>(null)
  const missing = { account: account.trim() === '', password: password === '' }

  const attempt = async (answer?: PuzzleAnswer): Promise<SignInResult> => {
    const credentials = { account: account.trim(), password, ...answer }
    const result = await signIn(() => call(userCalls.login, { ...credentials, ...knownDevice() }, { keep: true }))
    setCaptcha(result.captcha)
    setFailure(result.failure?.message)
    return result
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    const first = missing.account ? 'account' : missing.password ? 'password' : undefined
    if (first) return (form.current?.elements.namedItem(first) as HTMLElement | null)?.focus()
    if (captcha) return setAsking(true)
    const result = await attempt()
    if (result.captcha && isPuzzleWanted(result)) setAsking(true)
  }
  const typed = (set: (text: string) => void) => (text: string) => {
    set(text)
    setFailure(undefined)
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
      <TextField
        size="l"
        name="account"
        label={{ zh: '账号', en: 'Account' }}
        placeholder={say({ zh: '账号、手机号或邮箱', en: 'Account, phone or e-mail' })}
        autoComplete="username"
        autoCapitalize="off"
        spellCheck={false}
        autoFocus
        maxLength={64}
        value={account}
        onChange={typed(setAccount)}
        error={checked && missing.account ? empty.account : undefined}
      />
      <PasswordField
        size="l"
        name="password"
        label={{ zh: '密码', en: 'Password' }}
        autoComplete="current-password"
        maxLength={128}
        value={password}
        onChange={typed(setPassword)}
        error={checked && missing.password ? empty.password : failure}
      />
      <Button type="submit" kind="primary" size="l" pending={pending} className="mt-1 w-full">
        {say({ zh: '登录', en: 'Sign in' })}
      </Button>
      <p className="text-xs text-faint">
        {say({
          zh: '首次启动时，管理员账号 admin 的密码已打印在服务器终端中。',
          en: 'At the first start the server printed the password of the account admin in its terminal.',
        })}
      </p>
      {asking && (
        <Suspense>
          <CaptchaDialog attempt={attempt} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </form>
  )
}

/** The server refused because the captcha was missing, not because of the password: continue immediately. */
const captchaNeeded = 10_102
function isPuzzleWanted({ failure }: SignInResult): boolean {
  return (failure as { code?: number } | undefined)?.code === captchaNeeded
}
