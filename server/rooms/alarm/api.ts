export { countBegun } from './store.ts'
export { confirmedMail } from './notify/mail-target.ts'
