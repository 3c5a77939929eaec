import { lazyPart } from '../../kit/loading/lazy-part.ts'

/** Settings of a scene, a device group or a device as a full-page dialog; changes are added to the draft. */
export const ConfigureDialog = lazyPart(() => import('./configure/configure-dialog.tsx'), 'ConfigureDialog')

/** State of a device's configuration: in sync or drifted, its differences, and earlier configurations. */
export const ConfigurationPanel = lazyPart(() => import('./state/configuration-panel.tsx'), 'ConfigurationPanel')

/** For a device whose running configuration is unknown: reads it, imports it, or confirms to start without it. */
export const UnknownBase = lazyPart(() => import('./state/unknown-base.tsx'), 'UnknownBase')

/** The content of an edit in the words of the forms, with warnings. */
export const EditText = lazyPart(() => import('./configure/edit-view.tsx'), 'EditText')

/** The changes of an intent in an operation of the log, in the words of the forms. */
export const IntentChanges = lazyPart(() => import('./configure/intent-changes.tsx'), 'IntentChanges')

/** An intent `kind/key/field` in the words of the forms. */
export const IntentName = lazyPart(() => import('./configure/intent-name.tsx'), 'IntentName', { spare: true })

/** The warning of a network without security. */
export const OpenWifiNote = lazyPart(() => import('./configure/open-wifi-note.tsx'), 'OpenWifiNote')

/** The configuration of a device at a time, compared with the running one. */
export const CompareRevisions = lazyPart(() => import('./state/compare-moment.tsx'), 'CompareRevisions')

export { draftChanged, type GroupChangeEffect, GroupEffect, isQuiet } from './configure/group-effect.tsx'
