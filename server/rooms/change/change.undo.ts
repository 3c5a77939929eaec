import { changeCalls } from '@belvedere/contract/rooms/change/change.ts'
import { changeErrors as errors } from '@belvedere/contract/rooms/change/errors.ts'
import { refuse } from '../../kernel/refuse.ts'
import { defineUndo, type Reversal } from '../../engines/undo/define-undo.ts'
import { calls, moved } from './change.ts'
import { holdDraft, holdSet } from './store.ts'

const to = '/config/change'
/** A network change is undone by a change set with review, canary and rollback. */
const bySet = {
  zh: '请在变更单中撤销：将生成一份反向的变更单，确认后下发',
  en: 'Undone by a separate change set: review it and apply it',
  to,
}

/** Changes of a set itself; a discarded draft is restored with its edits, unless another one was begun since. */
const set: Reversal = {
  kind: 'change',
  async read(ctx, id) {
    const found = await holdSet(ctx, id)
    return found && { name: found.name }
  },
  change: (ctx, id, { name }) => calls.handlers.rename(ctx, { id, name: String(name) }),
  async restore(ctx, id, _, restoreRows) {
    if (await holdDraft(ctx, undefined)) throw refuse(errors.draftOpen)
    await restoreRows()
    moved(ctx, id)
  },
}

export const undo = defineUndo(changeCalls, {
  discard: set,
  rename: set,
  apply: bySet,
  cancel: bySet,
  finish: bySet,
  undo: bySet,
})
