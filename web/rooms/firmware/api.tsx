import { lazyPart } from '../../kit/loading/lazy-part.ts'

/** Chooses firmware for these devices and begins a campaign with them. */
export const UpgradeDevices = lazyPart(() => import('./campaign/upgrade-devices.tsx'), 'UpgradeDevices')

/** Draws nothing: tells a list which of its devices the library has newer firmware for. */
export const NewerFirmware = lazyPart(() => import('./library/newer-firmware.tsx'), 'NewerFirmware', { spare: true })
