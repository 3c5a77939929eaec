import { lazy } from 'react'

/** Says that what is seen is simulated; it asks the server first, so it may come late. */
export const DemoBanner = lazy(() =>
  import('./demo/demo-banner.tsx').then(({ DemoBanner }) => ({ default: DemoBanner })),
)

/** The devices of the chosen scene for a telephone. */
export const PhoneDevices = lazy(() =>
  import('./mobile/phone-devices.tsx').then(({ PhoneDevices }) => ({ default: PhoneDevices })),
)

export { showInList as showDevice } from './actions/show-in-list.ts'
