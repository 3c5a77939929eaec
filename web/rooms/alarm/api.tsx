import { lazyPart } from '../../kit/loading/lazy-part.ts'

/** The number of open alarms, for the corner of a button. */
export const AlarmMark = lazyPart(() => import('./bell/alarm-mark.tsx'), 'AlarmMark', { spare: true })

/** The open alarms by level in one line. */
export const AlarmLevels = lazyPart(() => import('./bell/alarm-mark.tsx'), 'AlarmLevels', { spare: true })

/** The open alarms on the phone. */
export const PhoneAlarms = lazyPart(() => import('./phone/phone-alarms.tsx'), 'PhoneAlarms')

/** Alarms of one device for its page. */
export const DeviceAlarms = lazyPart(() => import('./device/device-alarms.tsx'), 'DeviceAlarms')

/** Silences and maintenance windows for the settings page. */
export const SilencesPanel = lazyPart(() => import('./silence/silences-panel.tsx'), 'SilencesPanel')
