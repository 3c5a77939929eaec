import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import { sceneRightOf, type Who } from '@belvedere/contract/kit/define-calls.ts'
import { logErrors as errors } from '@belvedere/contract/rooms/log/errors.ts'
import type { DeletedSnapshot } from '../../../kernel/database/deleted-snapshot.ts'
import { restoreSnapshot } from '../../../engines/deleted-snapshot/snapshot-store.ts'
import type { RequiredRights } from '../../../kernel/access.ts'
import type { Ctx } from '../../../kernel/implement.ts'
import { type Refusal, refuse } from '../../../kernel/refuse.ts'
import { unlessTaken } from '../../../kernel/database/unless-taken.ts'
import { type UndoStatement, isReversal, type Never, type Reversal } from '../../../engines/undo/define-undo.ts'
import { openVault } from '../../../base/keys/vault.ts'
import { actionOf, type Statements } from './statements.ts'
import { findAuditEntry, listLater, type AuditRowToUndo, takeSnapshot } from './store.ts'
import { idOf, isSame, isTooLarge, kindOf, fieldsToRestore } from './undo-rules.ts'

/** The call that defines how this operation is undone: for an undo, the one that it undid. */
export const rootCall = ({ undo_call, call }: AuditRowToUndo): string => undo_call ?? call

/** How an operation is undone, or why it cannot be; the same for all callers. */
export function howOf(operation: AuditRowToUndo, { how, byKind }: Statements): UndoStatement {
  const stated = how.get(rootCall(operation))
  if (!stated) return { zh: '此操作不支持撤销', en: 'This cannot be undone' }
  if (isTooLarge(operation.before) || isTooLarge(operation.after)) return errors.notKept
  const one = typeof stated === 'function' ? stated(operation) : stated
  const kind = kindOf(operation.object)
  // removing a scene releases its devices: each is restored like a removed device
  return isReversal(one) && one.kind !== kind ? (byKind.get(kind) ?? one) : one
}

/** Undoes one operation within the caller's transaction, as the caller; refuses when that is not possible. */
export async function undoAuditEntry(caller: Ctx, operation: AuditRowToUndo, statements: Statements): Promise<void> {
  await requireStanding(caller, operation)
  const spec = statements.spec.get(rootCall(operation))
  const right = spec ? sceneRightOf(spec, changedBy(operation)) : 'none'
  const call = { who: spec?.who ?? 'anyone', scene: right }
  requireRight(caller, operation, call)
  // an object that another account created is removed by the call that removes it; one's own creation is reverted
  const removal = operation.before === null && operation.uid !== caller.uid
  const remover = removal ? statements.removal.get(kindOf(operation.object)) : undefined
  if (remover) requireRight(caller, operation, { who: remover.who, scene: sceneRightOf(remover, {}) })
  // access is limited to what the undone call could reach
  const ctx = { ...caller, access: caller.access.within(call) }
  const undo = howOf(operation, statements)
  const id = idOf(operation.object)
  if (!isReversal(undo) || id === undefined) throw refuseFor(undo as Never)
  const { before, after } = operation
  const now = await undo.read(ctx, id, { ...before, ...after })
  if (before === null) await takeAway(ctx, operation, undo, id, now, statements)
  else if (after === null) await bringBack(ctx, operation, undo, id, now)
  else await changeBack(ctx, operation, undo, id, now, statements)
}

function refuseFor({ zh, en }: Never): Refusal {
  return refuse({ name: 'never', code: errors.changedElsewhere.code, zh, en })
}

async function requireStanding(ctx: Ctx, { undone_by }: AuditRowToUndo): Promise<void> {
  if (undone_by === null) return
  const by = await findAuditEntry(ctx, undone_by)
  throw refuse(errors.undone, { by: by?.account ?? '' })
}

/**
 * A user who may do an operation may undo it; operations of every user on their own data are undone only by that user.
 */
function requireRight(ctx: Ctx, { uid, account, scene_id }: AuditRowToUndo, call: RequiredRights): void {
  const { who, scene: right } = call
  const own = forOneself(who)
  if (own && uid !== ctx.uid) throw refuse(errors.ownOnly, { by: account })
  if (!ctx.access.may(call)) throw refuse(commonErrors.noPermission, { permission: who })
  const known = scene_id !== null && ctx.access.modeOf(scene_id) !== undefined
  if (known && (right === 'write' || right === 'own')) ctx.access.within(call).enter(scene_id, right)
}

const forOneself = (who: Who) => who === 'session' || who === 'anyone'

function isTheirs({ uid }: Ctx, one: AuditRowToUndo, { spec }: Statements): boolean {
  return one.uid !== uid && forOneself(spec.get(rootCall(one))?.who ?? 'anyone')
}

/** The fields that an operation changed; all fields for a creation or removal. */
function changedBy({ before, after }: AuditRowToUndo): Record<string, unknown> {
  const all = Object.entries({ ...before, ...after })
  return Object.fromEntries(before && after ? all.filter(([key]) => !isSame(before[key], after[key])) : all)
}

async function takeAway(
  ctx: Ctx,
  operation: AuditRowToUndo,
  { remove }: Reversal,
  id: number,
  now: unknown,
  statements: Statements,
): Promise<void> {
  if (!now) throw refuse(commonErrors.notFound)
  // an undo and the operation that it undid cancel each other
  const standing = (await listLater(ctx, operation)).filter(({ undoes }) => undoes === null)
  // operations of others on their own data, such as accepting a share, are reverted with the object
  const later = standing.find((one) => isReversal(howOf(one, statements)) && !isTheirs(ctx, one, statements))
  if (later) throw refuseLater(ctx, later, statements)
  if (!remove) throw refuse(errors.changedElsewhere)
  await remove(ctx, id)
}

async function bringBack(ctx: Ctx, operation: AuditRowToUndo, undo: Reversal, id: number, now: unknown): Promise<void> {
  if (now) throw refuse(errors.isThere)
  const sealed = await takeSnapshot(ctx.db, operation.id, ctx.now())
  if (!sealed || !undo.restore) throw refuse(errors.tooLate)
  const vault = await openVault(ctx.system.config.data)
  const snapshot = JSON.parse(vault.open(sealed, `grave ${operation.id}`)) as DeletedSnapshot
  const { object, name, scene_id, before } = operation
  const restoreWhole = async () => {
    let whole = false
    const fits = await unlessTaken(restoreSnapshot(ctx.db, snapshot).then((all) => (whole = all)))
    if (!fits) throw refuse(errors.isThere)
    if (!whole) throw refuse(errors.ownerGone)
  }
  await undo.restore(ctx, id, before ?? {}, restoreWhole, operation.at)
  ctx.audit({ object, name, ...(scene_id && { scene_id }), after: before })
}

async function changeBack(
  ctx: Ctx,
  operation: AuditRowToUndo,
  { change }: Reversal,
  id: number,
  now: Record<string, unknown> | undefined,
  statements: Statements,
): Promise<void> {
  const { to, clashes } = now
    ? fieldsToRestore(operation.before ?? {}, operation.after ?? {}, now)
    : { to: {}, clashes: [''] }
  if (clashes.length > 0) {
    const later = (await listLater(ctx, operation)).find((one) => touches(one, clashes))
    throw later ? refuseLater(ctx, later, statements) : refuse(now ? errors.changedElsewhere : commonErrors.notFound)
  }
  if (!change) throw refuse(errors.changedElsewhere)
  // an operation without changes has nothing to restore
  if (Object.keys(to).length > 0) await change(ctx, id, to)
}

/** Whether an operation changed one of the fields; a removal changes all. */
function touches({ before, after }: AuditRowToUndo, fields: readonly string[]): boolean {
  if (!before || !after) return true
  return fields.map((field) => field.split('.')[0] ?? '').some((field) => !isSame(before[field], after[field]))
}

function refuseLater({ lang }: Ctx, later: AuditRowToUndo, statements: Statements): Refusal {
  return refuse(
    errors.changedSince,
    { by: later.account, action: actionOf(later, statements, lang) },
    { later_id: later.id },
  )
}
