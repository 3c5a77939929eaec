import { lazyPart } from '../../kit/loading/lazy-part.ts'

/** Schedules a command. */
export const TimerDialog = lazyPart(() => import('./timer/timer-dialog.tsx'), 'TimerDialog')

/** All timers. */
export const TimersDrawer = lazyPart(() => import('./timer/timers-drawer.tsx'), 'TimersDrawer')

/** Days of the week as toggle buttons. */
export const WeekdayChoice = lazyPart(() => import('./timer/weekday-choice.tsx'), 'WeekdayChoice')

export {
  backupCommand,
  factoryCommand,
  kickCommand,
  ledsCommand,
  rebootCommand,
  sendCommand,
  showFailure,
  type CommandOptions,
  type CommandWords,
} from './command/send-command.ts'
