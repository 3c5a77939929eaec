import { definePublicScreen } from '../../../kit/routing/define-screen.ts'

/** The console for a telephone; it signs in by itself where nobody is signed in. */
export const screen = definePublicScreen({ path: '/mid', title: { zh: '移动端', en: 'Mobile' } })
