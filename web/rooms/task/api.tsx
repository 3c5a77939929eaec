import { lazyPart } from '../../kit/loading/lazy-part.ts'

/** Plans a command for later. */
export const TimerDialog = lazyPart(() => import('./timer/timer-dialog.tsx'), 'TimerDialog')

/** Everything that runs on a schedule. */
export const TimersDrawer = lazyPart(() => import('./timer/timers-drawer.tsx'), 'TimersDrawer')

/** Days of the week as buttons that stay pressed. */
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
