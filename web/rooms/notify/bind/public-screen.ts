import { definePublicScreen } from '../../../kit/routing/define-screen.ts'

/** Target of WeChat's redirect on the phone that scanned the code. */
export const screen = definePublicScreen({ path: '/alarm/bind', title: { zh: '绑定微信', en: 'Bind WeChat' } })
