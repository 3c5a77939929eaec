export { AlarmMessages } from './contact/alarm-messages.tsx'
