import { session } from '../../../kit/session/session.ts'
import { freshDraft, type DivisionDraft } from './division-draft.ts'

/** Until the page is loaded again, and for who wrote it alone: closing the dialog loses nothing. */
let kept: { uid: number; draft: DivisionDraft } | undefined

export const savedDraft = (): DivisionDraft => (kept?.uid === session().uid ? kept.draft : freshDraft)

export function saveDraft(draft: DivisionDraft): void {
  kept = { uid: session().uid, draft }
}
