import { lazyPart } from '../../kit/loading/lazy-part.ts'

/** Scenes as cards on the phone; `onChosen` is called after the choice of one. */
export const PhoneScenes = lazyPart(() => import('./mobile/phone-scenes.tsx'), 'PhoneScenes')

/** The question whether to accept a share link, on the phone. */
export const PhoneShare = lazyPart(() => import('./mobile/phone-share.tsx'), 'PhoneShare')

/** Scenes on a world map. */
export const SceneMap = lazyPart(() => import('./map/scene-map.tsx'), 'SceneMap')

/** Pending offers of scenes, in a corner of every page. */
export const ShareNotices = lazyPart(() => import('./share/share-notices.tsx'), 'ShareNotices', { spare: true })
