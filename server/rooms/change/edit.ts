import { editCalls } from '@belvedere/contract/rooms/change/edit.ts'
import { implement } from '../../kernel/implement.ts'
import { devicesTouched, resendEdits, restoreEdits } from '../intent/api.ts'
import { changeUpdated } from './api.ts'
import { addToDraft } from './draft/add-to-draft.ts'
import { dropEdit, findOpen, holdDraft, listEdits, touchDraft } from './store.ts'

const nothing = { id: 0, rev: 0, edit_cnt: 0, device_cnt: 0 }

export const calls = implement(editCalls, {
  async put(ctx, { edits, name }) {
    const draft = await addToDraft(ctx, edits, name)
    ctx.emit(changeUpdated, { id: draft.id, uid: ctx.uid, scene_ids: [] })
    return draft
  },
  async drop(ctx, place) {
    const draft = await holdDraft(ctx, undefined)
    if (!draft) return nothing
    await dropEdit(ctx, draft.id, place)
    const left = await listEdits(ctx, draft.id)
    ctx.emit(changeUpdated, { id: draft.id, uid: ctx.uid, scene_ids: [] })
    return touchDraft(ctx, draft.id, { device_cnt: (await devicesTouched(ctx, left)).length })
  },
  async restore(ctx, { device_id, revision_id }) {
    const { edits, left } = await restoreEdits(ctx, device_id, revision_id)
    const draft = edits.length > 0 ? await addToDraft(ctx, edits, undefined) : nothing
    if (draft.id) ctx.emit(changeUpdated, { id: draft.id, uid: ctx.uid, scene_ids: [] })
    return { ...draft, left }
  },
  async resend(ctx, { ids, name }) {
    const edits = await resendEdits(ctx, ids)
    if (edits.length === 0) return nothing
    const draft = await addToDraft(ctx, edits, name)
    ctx.emit(changeUpdated, { id: draft.id, uid: ctx.uid, scene_ids: [] })
    return draft
  },
  open: (ctx) => findOpen(ctx),
})
