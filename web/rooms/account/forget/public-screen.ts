import { definePublicScreen } from '../../../kit/routing/define-screen.ts'

export const screen = definePublicScreen({ path: '/forget', title: { zh: '找回密码', en: 'Forgot password' } })
