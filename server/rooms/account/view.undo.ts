import { viewCalls } from '@belvedere/contract/rooms/account/view.ts'
import { defineUndo, type Reversal } from '../../engines/undo/define-undo.ts'
import { calls, clearUsualView, stateOf } from './view.ts'
import { findView, type ViewRow } from './view/store.ts'

const { handlers } = calls

const view: Reversal = {
  kind: 'view',
  async read(ctx, id) {
    const found = await findView(ctx, ctx.uid, id)
    return found && stateOf(found)
  },
  change: (ctx, id, to) => handlers.change(ctx, { id, ...(to as Partial<Pick<ViewRow, 'name' | 'usual' | 'state'>>) }),
  remove: (ctx, id) => handlers.remove(ctx, { id }),
  async restore(ctx, id, state, restoreRows) {
    const { list, usual } = state as unknown as ViewRow
    if (usual) await clearUsualView(ctx, list, id)
    await restoreRows()
  },
}

export const undo = defineUndo(viewCalls, { add: view, change: view, remove: view })
