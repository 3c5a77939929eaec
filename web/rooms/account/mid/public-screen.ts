import { definePublicScreen } from '../../../kit/routing/define-screen.ts'

/** The phone console; it shows the sign-in itself if no user is signed in. */
export const screen = definePublicScreen({ path: '/mid', title: { zh: '移动端', en: 'Mobile' } })
