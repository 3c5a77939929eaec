import { definePublicScreen } from '../../../kit/define-screen.ts'
import { session } from '../../../kit/session.ts'

export const screen = definePublicScreen({
  path: '/register',
  title: { zh: '注册', en: 'Register' },
  enter: () => (session().token ? '/' : undefined),
})
