import { lazyPart } from '../../kit/loading/lazy-part.ts'

/** What is wanted of a scene, a device group or a device: a page of settings over the page; what is changed lands in the draft. */
export const ConfigureDialog = lazyPart(() => import('./configure/configure-dialog.tsx'), 'ConfigureDialog')

/** Whether a device runs what it was sent: its state, where it differs, what it was sent before. */
export const ConfigurationPanel = lazyPart(() => import('./state/configuration-panel.tsx'), 'ConfigurationPanel')

/** Of a device whose running configuration is not known: reads it, imports it, or agrees to begin without it. */
export const UnknownBase = lazyPart(() => import('./state/unknown-base.tsx'), 'UnknownBase')

/** What an edit sets, in the words of the forms, with a warning where one is due. */
export const EditText = lazyPart(() => import('./configure/edit-view.tsx'), 'EditText')

/** What an operation of the log made of an intent, in the words of the forms. */
export const IntentChanges = lazyPart(() => import('./configure/intent-changes.tsx'), 'IntentChanges')

/** An intent `kind/key/field` in the words of the forms. */
export const IntentName = lazyPart(() => import('./configure/intent-name.tsx'), 'IntentName', { spare: true })

/** The warning of a network without security. */
export const OpenWifiNote = lazyPart(() => import('./configure/open-wifi-note.tsx'), 'OpenWifiNote')

/** What a device was configured with at a moment, against what it runs now. */
export const CompareRevisions = lazyPart(() => import('./state/compare-moment.tsx'), 'CompareRevisions')

export { draftChanged, type GroupChangeEffect, GroupEffect, isQuiet } from './configure/group-effect.tsx'
