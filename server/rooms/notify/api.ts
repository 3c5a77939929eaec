export { confirmedMail } from './send/mail-target.ts'
