import { lazyPart } from '../../kit/loading/lazy-part.ts'

/** Adds or changes a monitored device. */
export const MonitoredDialog = lazyPart(() => import('./monitored/monitored-dialog.tsx'), 'MonitoredDialog')
