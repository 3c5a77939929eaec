import { lazyPart } from '../../kit/loading/lazy-part.ts'

/** Configures the wireless networks of many access points. */
export const WirelessDialog = lazyPart(() => import('./wireless/wireless-dialog.tsx'), 'WirelessDialog')
