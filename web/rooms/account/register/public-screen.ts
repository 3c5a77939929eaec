import { definePublicScreen } from '../../../kit/routing/define-screen.ts'
import { session } from '../../../kit/session/session.ts'

export const screen = definePublicScreen({
  path: '/register',
  title: { zh: '注册', en: 'Register' },
  enter: () => (session().token ? '/' : undefined),
})
