import { lazyPart } from '../../kit/loading/lazy-part.ts'

/** How many alarms are open, for a corner of a button. */
export const AlarmMark = lazyPart(() => import('./bell/alarm-mark.tsx'), 'AlarmMark', { spare: true })

/** The open alarms by level, in a line. */
export const AlarmLevels = lazyPart(() => import('./bell/alarm-mark.tsx'), 'AlarmLevels', { spare: true })

/** The open alarms for a telephone. */
export const PhoneAlarms = lazyPart(() => import('./phone/phone-alarms.tsx'), 'PhoneAlarms')

/** Alarms of one device, for its page. */
export const DeviceAlarms = lazyPart(() => import('./device/device-alarms.tsx'), 'DeviceAlarms')

/** Silences and maintenance windows, for the page of the settings. */
export const SilencesPanel = lazyPart(() => import('./silence/silences-panel.tsx'), 'SilencesPanel')
