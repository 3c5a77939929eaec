import { changeCalls } from '@belvedere/contract/rooms/change/change.ts'
import { editCalls } from '@belvedere/contract/rooms/change/edit.ts'
import { useQueryCall } from '../../../kit/calls/query.ts'
import { type LevelId, placeOf, type IntentEdit, type IntentEdits } from './form-state.ts'

/** Edits of this target in the caller's draft; undefined while loading. */
export function useDraftEdits(level: LevelId, target_id: number): IntentEdits | undefined {
  const open = useQueryCall(editCalls.open, {})
  const id = open.data?.draft?.id
  const draft = useQueryCall(changeCalls.detail, { id: id ?? 1 }, { enabled: id !== undefined })
  if (open.data ? id !== undefined && !draft.data && !draft.error : !open.error) return undefined
  const edits = (draft.data?.edits ?? []).filter((edit) => edit.level === level && edit.target_id === target_id)
  const wishes = edits.map(
    ({ kind, key, set, removed }): IntentEdit => ({ kind, key, fields: set ?? {}, removed: removed === 1 }),
  )
  return new Map(wishes.map((input) => [placeOf(input), input]))
}
