import { lazyPart } from '../../kit/lazy-part.ts'

/** What is wanted of a scene, a device group or a device: a page of settings over the page; what is changed lands in the draft. */
export const ConfigureDialog = lazyPart(() => import('./configure/configure-dialog.tsx'), 'ConfigureDialog')

/** Whether a device runs what it was sent: its state, where it differs, what it was sent before. */
export const ConfigurationPanel = lazyPart(() => import('./state/configuration-panel.tsx'), 'ConfigurationPanel')
