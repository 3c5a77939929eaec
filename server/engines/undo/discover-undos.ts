import { discoverAll } from '../../kernel/discovery/discover.ts'
import type { AuditNote } from '../../kernel/implement.ts'
import { isReversal, isUndo, type ObjectState, type Undo } from './define-undo.ts'

/** The undo definitions of the rooms; the rooms are already loaded when this is used. */
export const discoverUndos = (): Promise<Undo[]> => discoverAll(isUndo)

/** Whether the writes of a call can be undone, without trying it. */
export function undoableIn(undos: readonly Undo[]): (call: string, note: AuditNote) => boolean {
  const stated = new Map(undos.flatMap(({ how }) => [...how]))
  return (call, { object, before = null, after = null, snapshot }) => {
    const reported = stated.get(call)
    const done = {
      call,
      object,
      channel: 'console',
      before: before as ObjectState | null,
      after: after as ObjectState | null,
    }
    const undo = typeof reported === 'function' ? reported(done) : reported
    return undo !== undefined && isReversal(undo) && (before === null || after !== null || snapshot !== undefined)
  }
}
