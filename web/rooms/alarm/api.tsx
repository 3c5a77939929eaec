export { plan as alarmPlan } from './log/planned.ts'
