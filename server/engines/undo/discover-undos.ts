import { discoverAll } from '../../kernel/discovery/discover.ts'
import type { AuditNote } from '../../kernel/implement.ts'
import { isReversal, isUndo, type ObjectState, type Undo } from './define-undo.ts'

/** How the rooms' writes are undone; the rooms are loaded already when somebody asks. */
export const discoverUndos = (): Promise<Undo[]> => discoverAll(isUndo)

/** Tells of what a call did whether that can be undone, as far as one sees without trying. */
export function undoableIn(undos: readonly Undo[]): (call: string, note: AuditNote) => boolean {
  const stated = new Map(undos.flatMap(({ how }) => [...how]))
  return (call, { object, before = null, after = null, snapshot }) => {
    const told = stated.get(call)
    const done = {
      call,
      object,
      channel: 'console',
      before: before as ObjectState | null,
      after: after as ObjectState | null,
    }
    const how = typeof told === 'function' ? told(done) : told
    return how !== undefined && isReversal(how) && (before === null || after !== null || snapshot !== undefined)
  }
}
