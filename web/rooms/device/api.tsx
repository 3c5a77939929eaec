import { lazyPart } from '../../kit/loading/lazy-part.ts'

/** States that data is simulated; it reads this from the server first, so it may appear late. */
export const DemoBanner = lazyPart(() => import('./demo/demo-banner.tsx'), 'DemoBanner', { spare: true })

/** The devices of the chosen scene on the phone. */
export const PhoneDevices = lazyPart(() => import('./mobile/phone-devices.tsx'), 'PhoneDevices')

/** Runs one action on one device on mount, with its questions. */
export const RebootDevice = lazyPart(() => import('./actions/act-on-device.tsx'), 'ActOnDevice')

/** Disconnects a terminal from its access point after a confirmation. */
export const KickTerminal = lazyPart(() => import('./actions/kick-terminal.tsx'), 'KickTerminal')

export { showInList as showDevice } from './actions/show-in-list.ts'
export { factsOf, type DeviceDetailAnswer } from './detail/facts.ts'
export {
  can,
  canBackUp,
  nameOf,
  pageOf,
  type DeviceKind,
  type ListedDevice,
  typeOfKind,
} from './device-table/device.ts'
export { SimulatedMark } from './device-table/simulated-mark.tsx'
export { StateCell } from './device-table/state-cell.tsx'
export { useOwnScenes, useWritable } from './device-table/use-writable.ts'
