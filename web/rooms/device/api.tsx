import { lazyPart } from '../../kit/loading/lazy-part.ts'

/** Says that what is seen is simulated; it asks the server first, so it may come late. */
export const DemoBanner = lazyPart(() => import('./demo/demo-banner.tsx'), 'DemoBanner', { spare: true })

/** The devices of the chosen scene for a telephone. */
export const PhoneDevices = lazyPart(() => import('./mobile/phone-devices.tsx'), 'PhoneDevices')

/** Does one thing to one device as soon as it is drawn, with the questions that belong to it. */
export const RebootDevice = lazyPart(() => import('./actions/act-on-device.tsx'), 'ActOnDevice')

/** Takes a terminal off its access point, after a question. */
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
