import { lazy } from 'react'

/** Scenes as cards for a telephone; `onChosen` follows the choice of one. */
export const PhoneScenes = lazy(() =>
  import('./mobile/phone-scenes.tsx').then(({ PhoneScenes }) => ({ default: PhoneScenes })),
)

/** The question whether to receive what a share link gives, on a telephone. */
export const PhoneShare = lazy(() =>
  import('./mobile/phone-share.tsx').then(({ PhoneShare }) => ({ default: PhoneShare })),
)

/** Scenes offered and not answered yet, in a corner of every page. */
export const ShareNotices = lazy(() =>
  import('./share/share-notices.tsx').then(({ ShareNotices }) => ({ default: ShareNotices })),
)
