import type { DeviceConfig } from './config-store.ts'

/** The running configuration was neither sent, read nor imported, and its replacement was not approved. */
export const isUnknown = ({ desired_id, base_from }: Pick<DeviceConfig, 'desired_id' | 'base_from'>): boolean =>
  desired_id === null && (base_from === null || base_from === 'reported')

/** Nothing was sent to the device, and its configuration was not read: people decide on its base. */
export const isOpen = ({ desired_id, base_from }: Pick<DeviceConfig, 'desired_id' | 'base_from'>): boolean =>
  desired_id === null && base_from !== 'read'
