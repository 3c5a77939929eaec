import { lazyPart } from '../../kit/loading/lazy-part.ts'

/** All methods of adding devices. */
export const AddDeviceDialog = lazyPart(() => import('./add-device/add-device-dialog.tsx'), 'AddDeviceDialog')
