import { session } from '../../../kit/session/session.ts'
import { freshDraft, type DivisionDraft } from './division-draft.ts'

/** Kept until the page is reloaded, for the current user only: closing the dialog loses no input. */
let kept: { uid: number; draft: DivisionDraft } | undefined

export const savedDraft = (): DivisionDraft => (kept?.uid === session().uid ? kept.draft : freshDraft)

export function saveDraft(draft: DivisionDraft): void {
  kept = { uid: session().uid, draft }
}
