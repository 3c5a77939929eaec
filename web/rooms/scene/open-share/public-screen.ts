import { definePublicScreen } from '../../../kit/routing/define-screen.ts'

/** Target of a share link; redirects to the page for the type of device. */
export const screen = definePublicScreen({ path: '/share/$code', title: { zh: '接收分享', en: 'Receive a share' } })
