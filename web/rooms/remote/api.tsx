import { lazyPart } from '../../kit/loading/lazy-part.ts'

/** Packet captures of one device. */
export const CapturesDrawer = lazyPart(() => import('./capture/captures-drawer.tsx'), 'CapturesDrawer')

/** Opens a web page behind a device through a tunnel. */
export const CustomDialog = lazyPart(() => import('./session/custom-dialog.tsx'), 'CustomDialog')

/** Remote sessions to one device. */
export const SessionsDrawer = lazyPart(() => import('./session/sessions-drawer.tsx'), 'SessionsDrawer')

/** The shell of one device. */
export const ShellDrawer = lazyPart(() => import('./shell/shell-drawer.tsx'), 'ShellDrawer')

/** The recording of a task that was a remote session. */
export const TaskRecording = lazyPart(() => import('./session/task-recording.tsx'), 'TaskRecording')
