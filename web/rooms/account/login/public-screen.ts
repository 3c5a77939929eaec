import { definePublicScreen } from '../../../kit/routing/define-screen.ts'
import { session, wipeSession } from '../../../kit/session/session.ts'

export const screen = definePublicScreen({
  path: '/login/{-$clear}',
  title: { zh: '登录', en: 'Sign in' },
  // `clear`: the session ended; `utoken`: an external link requires a new sign-in, even if a user is signed in.
  enter: ({ clear, utoken }) => {
    if (session().token && !clear && !utoken) return '/'
    wipeSession()
    return undefined
  },
})
