import { lazyPart } from '../../kit/loading/lazy-part.ts'

/** The help of a topic in a drawer. */
export const HelpDrawer = lazyPart(() => import('./help/help-drawer.tsx'), 'HelpDrawer')
