import type { DeviceConfig } from './config-store.ts'

/** What a device runs was neither sent to it, read nor imported, and nobody agreed to replace it. */
export const isUnknown = ({ desired_id, base_from }: Pick<DeviceConfig, 'desired_id' | 'base_from'>): boolean =>
  desired_id === null && (base_from === null || base_from === 'reported')

/** Nothing was sent to the device, and what it runs was not read: where its configuration begins is for people to say. */
export const isOpen = ({ desired_id, base_from }: Pick<DeviceConfig, 'desired_id' | 'base_from'>): boolean =>
  desired_id === null && base_from !== 'read'
