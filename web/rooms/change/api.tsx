import { lazyPart } from '../../kit/loading/lazy-part.ts'

/** The caller's draft and what is under way, at the foot of every page; nothing while there is neither. */
export const DraftBar = lazyPart(() => import('./draft-bar/draft-bar.tsx'), 'DraftBar', { spare: true })

/** What goes with devices when something is done to them, for the question before it. */
export const BlastNote = lazyPart(() => import('./blast/blast-note.tsx'), 'BlastNote')

/** Requested settings a configuration is made without, or with others instead, each with the reason. */
export const RefusalList = lazyPart(() => import('./review/refusal-list.tsx'), 'RefusalList')

/** The question before something with a large blast radius. */
export const bringBlastQuestion = () => import('./blast/request-confirmation.tsx')
