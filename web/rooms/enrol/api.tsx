import { lazyPart } from '../../kit/loading/lazy-part.ts'

/** All ways to add devices. */
export const AddDeviceDialog = lazyPart(() => import('./add-device/add-device-dialog.tsx'), 'AddDeviceDialog')
