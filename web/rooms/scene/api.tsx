import { lazyPart } from '../../kit/loading/lazy-part.ts'

/** Scenes as cards for a telephone; `onChosen` follows the choice of one. */
export const PhoneScenes = lazyPart(() => import('./mobile/phone-scenes.tsx'), 'PhoneScenes')

/** The question whether to receive what a share link gives, on a telephone. */
export const PhoneShare = lazyPart(() => import('./mobile/phone-share.tsx'), 'PhoneShare')

/** Scenes on a map of the earth. */
export const SceneMap = lazyPart(() => import('./map/scene-map.tsx'), 'SceneMap')

/** Scenes offered and not answered yet, in a corner of every page. */
export const ShareNotices = lazyPart(() => import('./share/share-notices.tsx'), 'ShareNotices', { spare: true })
