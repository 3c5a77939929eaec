import { lazyPart } from '../../kit/loading/lazy-part.ts'

/** The caller's draft and running change sets in the footer of every page; nothing without them. */
export const DraftBar = lazyPart(() => import('./draft-bar/draft-bar.tsx'), 'DraftBar', { spare: true })

/** Devices affected by an action, for the question before it. */
export const BlastNote = lazyPart(() => import('./blast/blast-note.tsx'), 'BlastNote')

/** Requested settings that are omitted from a configuration or replaced, each with the reason. */
export const RefusalList = lazyPart(() => import('./review/refusal-list.tsx'), 'RefusalList')

/** The question before an action with a large blast radius. */
export const bringBlastQuestion = () => import('./blast/request-confirmation.tsx')
