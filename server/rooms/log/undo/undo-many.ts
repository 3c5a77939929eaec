import { say } from '@belvedere/contract/kit/text.ts'
import type { Access } from '../../../kernel/access.ts'
import { discoverGrants } from '../../../kernel/discovery/discover.ts'
import type { Db } from '../../../kernel/db.ts'
import type { AuditNote, Ctx } from '../../../kernel/implement.ts'
import { afterCommit, entriesOf } from '../../../kernel/http/pipeline.ts'
import { Refusal } from '../../../kernel/refuse.ts'
import { writeAuditEntries } from '../store.ts'
import { actionOf, type Statements, statements } from './statements.ts'
import {
  beginPart,
  endPart,
  findAuditEntry,
  lockAuditEntries,
  markUndone,
  type AuditRowToUndo,
  type Which,
} from './store.ts'
import { rootCall, undoAuditEntry } from './undo-audit-entry.ts'

/** Maximum number of operations in one call. */
const MOST = 1000

type UndoWork = () => Promise<void> | void

/**
 * Undoes the operations, newest first, in one transaction of which each is a part that can fail separately. A preview
 * does the same and rolls it back: it reports what would have happened.
 */
export async function undoMany(ctx: Ctx, which: Which, preview: boolean) {
  const transaction = ctx.system.database.lazyTransaction()
  const stated = await statements()
  const later: UndoWork[] = []
  const list: Awaited<ReturnType<typeof tryOne>>[] = []
  try {
    const at = { db: transaction.db, access: ctx.access }
    const found = await lockAuditEntries(at, which, MOST + 1)
    // an operation that requires a fresh session also requires one for its undo
    const asking = found.map((one) => stated.spec.get(rootCall(one))).find((spec) => spec?.fresh)
    if (asking && !preview) await ctx.requireFresh(asking)
    for (const operation of found.slice(0, MOST)) list.push(await tryOne(ctx, at, operation, stated, later))
    await (preview ? transaction.rollback() : transaction.commit())
    if (!preview) await afterCommit(later, ctx.system)
    return { list, more: flag(found.length > MOST) }
  } catch (error) {
    await transaction.rollback()
    throw error
  }
}

const flag = (yes: boolean): 0 | 1 => (yes ? 1 : 0)

async function tryOne(
  ctx: Ctx,
  at: { db: Db; access: Access },
  operation: AuditRowToUndo,
  stated: Statements,
  later: UndoWork[],
) {
  const { id, account, object, name, before, after } = operation
  const row = {
    id,
    at: operation.at,
    account,
    object,
    name,
    action: actionOf(operation, stated, ctx.lang),
    before,
    after,
  }
  const notes: AuditNote[] = []
  const news: UndoWork[] = []
  const own: Ctx = {
    ...ctx,
    ...at,
    emit: (event, payload) => void news.push(() => ctx.system.emit(event, payload)),
    afterwards: (work) => void news.push(work),
    audit: (note) => void notes.push(note),
  }
  await beginPart(at.db)
  try {
    await undoAuditEntry(own, operation, stated)
    await record(own, operation, notes)
    await endPart(at.db, 'keep')
    later.push(...news)
    // adding or removing a scene changes which of the others may be undone
    if (object.startsWith('scene:')) at.access = await accessNow(own)
    return { ...row, ok: 1 as const, reason: '', later_id: null }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await endPart(at.db, 'drop')
    const { spec, values, data } = error
    return {
      ...row,
      ok: 0 as const,
      reason: say(spec, ctx.lang, values),
      later_id: (data['later_id'] as number) ?? null,
    }
  }
}

/** Writes the effects of the undo as separate operations, and marks what it undid. */
async function record(ctx: Ctx, undone: AuditRowToUndo, notes: readonly AuditNote[]): Promise<void> {
  const entries = entriesOf('POST log/undo', ctx, notes).map((entry) => ({
    ...entry,
    undo_call: rootCall(undone),
    undoes: entry.object === undone.object ? undone.id : null,
  }))
  const ids = await writeAuditEntries(ctx.db, entries, ctx.system)
  const own = ids[entries.findIndex(({ undoes }) => undoes !== null)]
  await markUndone(ctx, undone.id, own ?? ids[0] ?? undone.id)
  await markChain(ctx, undone)
}

/** Undoing an undo restores the operation that it undid, and so on. */
async function markChain(ctx: Ctx, undone: AuditRowToUndo): Promise<void> {
  let [one, stands] = [undone as AuditRowToUndo | undefined, false]
  while (one?.undoes) {
    await markUndone(ctx, one.undoes, stands ? one.id : null)
    stands = !stands
    one = await findAuditEntry(ctx, one.undoes)
  }
}

async function accessNow({ db, access }: Ctx): Promise<Access> {
  const grants = await discoverGrants()
  return access.withModes(await grants.modesOf({ db }, access))
}
