export { ConfirmSignIn } from './confirm-sign-in/confirm-sign-in.tsx'
