import { lazyPart } from '../../kit/loading/lazy-part.ts'

/** A notice above the lists while device keys wait for a decision. */
export const KeyBanner = lazyPart(() => import('./key/key-banner.tsx'), 'KeyBanner', { spare: true })

export { KeyPanel } from './key/key-panel.tsx'
