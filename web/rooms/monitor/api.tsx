import { lazyPart } from '../../kit/loading/lazy-part.ts'

/** Adds or changes a monitored device. */
export const ThirdDialog = lazyPart(() => import('./third/third-dialog.tsx'), 'ThirdDialog')
