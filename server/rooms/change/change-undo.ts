import { changeCalls } from '@belvedere/contract/rooms/change/change.ts'
import { defineUndo } from '../../kernel/undo.ts'

const to = '/config/change'
/** A network goes back the way it went forth: by a change set that is seen before, tried on a few and can return. */
const bySet = {
  zh: '请在变更单中撤销：将生成一份反向的变更单，确认后下发',
  en: 'Undone by a change set of its own: review it and apply it',
  to,
}
const drafts = { zh: '请重新编辑变更单', en: 'Edit the change set again', to }

export const undo = defineUndo(changeCalls, {
  discard: drafts,
  rename: drafts,
  apply: bySet,
  cancel: bySet,
  finish: bySet,
  undo: bySet,
})
