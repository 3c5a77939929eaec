import { lazy } from 'react'

/** The help of a topic, in a drawer. */
export const HelpDrawer = lazy(() =>
  import('./help/help-drawer.tsx').then(({ HelpDrawer }) => ({ default: HelpDrawer })),
)
