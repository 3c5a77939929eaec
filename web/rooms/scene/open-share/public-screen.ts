import { definePublicScreen } from '../../../kit/routing/define-screen.ts'

/** Where a share link leads; it goes on to the page that fits the device. */
export const screen = definePublicScreen({ path: '/share/$code', title: { zh: '接收分享', en: 'Receive a share' } })
