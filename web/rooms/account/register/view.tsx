import { registerCalls } from '@belvedere/contract/rooms/account/register.ts'
import { useState } from 'react'
import { call } from '../../../kit/calls/call.ts'
import { knownDevice } from '../../../kit/session/known-device.ts'
import { Go } from '../../../kit/routing/go.tsx'
import { useTheme } from '../../../kit/look/theme.ts'
import { say } from '../../../kit/words/words.ts'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { AddressStep } from '../code/address-step.tsx'
import { CodeStep } from '../code/code-step.tsx'
import { PasswordStep } from '../code/password-step.tsx'
import { Steps } from '../code/steps.tsx'
import { useCodeSteps } from '../code/use-code-steps.ts'
import { useRegistration } from '../code/use-registration.ts'
import { useSignIn } from '../login/use-sign-in.ts'
import { OutsidePage } from '../outside-page.tsx'

/** Registers a new team and its owner, or states that registration is closed. */
export function View() {
  const open = useRegistration()
  return (
    <OutsidePage
      title={{ zh: '注册', en: 'Register' }}
      hint={{ zh: '创建自己的团队，接入第一台设备', en: 'Found a team of your own and take in its first device' }}
    >
      {open === false ? <Closed /> : <Wizard />}
      <p className="mt-6 text-soft">
        {say({ zh: '已有账号？', en: 'You have an account? ' })}
        <Go to="/login" className="text-accent-text underline">
          {say({ zh: '直接登录', en: 'Sign in' })}
        </Go>
      </p>
    </OutsidePage>
  )
}

function Closed() {
  return (
    <p role="status" className="rounded-md bg-sunken px-3 py-2.5">
      {say({
        zh: '本平台未开放注册，请联系管理员添加账号。',
        en: 'Registration is closed here; ask an administrator for an account.',
      })}
    </p>
  )
}

const steps = [
  { zh: '手机或邮箱', en: 'Address' },
  { zh: '输入验证码', en: 'Code' },
  { zh: '设置密码', en: 'Password' },
]

function Wizard() {
  const method = useCodeSteps('register')
  const [team, setTeam] = useState('')
  const { signIn, pending } = useSignIn()
  const unnamed = team.trim() === ''
  const finish = async (password: string) => {
    const { to, code } = method
    if (!to) return
    const { theme } = useTheme.getState()
    const input = { ...to.input, code, password, team, theme }
    const result = await signIn(() => call(registerCalls.add, { ...input, ...knownDevice() }, { keep: true }))
    if (result.failure) method.fail(result.failure)
  }
  const teamField = (checked: boolean) => (
    <TextField
      size="l"
      name="team"
      label={{ zh: '团队名称', en: 'Name of the team' }}
      hint={{ zh: '公司或组织的名称，成员都能看到', en: 'Your company or organisation; every member sees it' }}
      autoComplete="organization"
      autoFocus
      value={team}
      onChange={setTeam}
      error={checked && unnamed ? { zh: '请输入团队名称', en: 'Please enter a name' } : undefined}
    />
  )
  return (
    <>
      <Steps steps={steps} at={method.at} />
      {method.at === 0 && (
        <AddressStep
          value={method.text}
          onChange={method.setText}
          hint={{ zh: '用于登录和找回密码', en: 'Used to sign in and to reset a lost password' }}
          sender={method.sender}
        />
      )}
      {method.at === 1 && method.to && (
        <CodeStep
          to={method.to}
          purpose="register"
          sender={method.sender}
          refused={method.refused}
          onBack={() => method.goTo(0)}
          onRight={method.right}
        />
      )}
      {method.at === 2 && (
        <PasswordStep
          ok={{ zh: '注册并登录', en: 'Register and sign in' }}
          pending={pending}
          failure={method.failure}
          before={teamField}
          missing={unnamed ? 'team' : undefined}
          onDone={finish}
        />
      )}
      {method.sender.dialog}
    </>
  )
}
