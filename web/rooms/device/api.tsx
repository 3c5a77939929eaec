import { lazyPart } from '../../kit/loading/lazy-part.ts'

/** Says that what is seen is simulated; it asks the server first, so it may come late. */
export const DemoBanner = lazyPart(() => import('./demo/demo-banner.tsx'), 'DemoBanner', { spare: true })

/** The devices of the chosen scene for a telephone. */
export const PhoneDevices = lazyPart(() => import('./mobile/phone-devices.tsx'), 'PhoneDevices')

/** The recording of a task that was a remote session. */
export const TaskRecording = lazyPart(() => import('./remote/task-recording.tsx'), 'TaskRecording')

/** Everything that is done by the clock. */
export const TimersDrawer = lazyPart(() => import('./timer/timers-drawer.tsx'), 'TimersDrawer')

/** Days of the week as buttons that stay pressed. */
export const WeekdayChoice = lazyPart(() => import('./timer/weekday-choice.tsx'), 'WeekdayChoice')

/** Does one thing to one device as soon as it is drawn, with the questions that belong to it. */
export const RebootDevice = lazyPart(() => import('./actions/act-on-device.tsx'), 'ActOnDevice')

/** Takes a terminal off its access point, after a question. */
export const KickTerminal = lazyPart(() => import('./actions/kick-terminal.tsx'), 'KickTerminal')

export { showInList as showDevice } from './actions/show-in-list.ts'
