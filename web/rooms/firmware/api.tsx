import { lazyPart } from '../../kit/loading/lazy-part.ts'

/** Selects firmware for these devices and creates a campaign. */
export const UpgradeDevices = lazyPart(() => import('./campaign/upgrade-devices.tsx'), 'UpgradeDevices')

/** Renders nothing: reports to a list which of its devices have newer firmware in the library. */
export const NewerFirmware = lazyPart(() => import('./library/newer-firmware.tsx'), 'NewerFirmware', { spare: true })
