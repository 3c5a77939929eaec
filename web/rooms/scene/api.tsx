import { lazy } from 'react'

/** Scenes as cards for a telephone; `onChosen` follows the choice of one. */
export const PhoneScenes = lazy(() =>
  import('./mobile/phone-scenes.tsx').then(({ PhoneScenes }) => ({ default: PhoneScenes })),
)
