import { Go } from '../../../kit/routing/go.tsx'
import { say } from '../../../kit/words/words.ts'
import { useRegistration } from '../code/use-registration.ts'

/** Links for users without a password or an account. */
export function SignInAlternatives() {
  const open = useRegistration()
  return (
    <p className="mt-5 flex h-5 justify-between">
      <Go to="/forget">{say({ zh: '忘记密码？', en: 'Forgot password?' })}</Go>
      {open && <Go to="/register">{say({ zh: '注册新账号', en: 'Register' })}</Go>}
    </p>
  )
}
