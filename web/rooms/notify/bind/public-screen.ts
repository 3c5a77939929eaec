import { definePublicScreen } from '../../../kit/routing/define-screen.ts'

/** Where WeChat comes back to on the telephone that scanned. */
export const screen = definePublicScreen({ path: '/alarm/bind', title: { zh: '绑定微信', en: 'Bind WeChat' } })
