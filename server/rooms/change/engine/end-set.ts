import { scenesOfTask } from '../../task/api.ts'
import { Refusal } from '../../../kernel/refuse.ts'
import type { Db } from '../../../kernel/db.ts'
import {
  type IntentCtx,
  commitEdits,
  deleteHolds,
  devicesTouched,
  intentChanged,
  markPending,
  settle,
  settleUnneeded,
} from '../../intent/api.ts'
import { writeAuditEntries } from '../../log/api.ts'
import { changeUpdated } from '../api.ts'
import { isInEffect } from '../rules.ts'
import { addTrail } from '../store.ts'
import { endTask } from './end-task.ts'
import { LeaseLost, moveSet, type EngineRun } from './run.ts'
import { type DrivenItem, editsOf, linkUndo, writeSet } from './store.ts'

type SetEnd = 'done' | 'returned'

/** The edits become intents, the devices are released: in one transaction. A conflict rolls the set back. */
export async function commitSet(run: EngineRun, items: readonly DrivenItem[]): Promise<void> {
  const { system, id, set, by } = run
  const now = system.now()
  try {
    await system.database.transaction(async (db) => {
      const at: IntentCtx = { db, access: system.access, system }
      // edits that the author may no longer make do not become intents
      const { author } = run
      const asAuthor = author && !('lost' in author) ? { ...at, access: author.access } : at
      const edits = await editsOf(db, id)
      const { inverse, notes } = await commitEdits(asAuthor, edits, { by: set.operator, now })
      await settleAll(at, items, 'done', now)
      await settleOthers(at, edits, items, now)
      if (!(await writeSet(db, id, by, { state: 'done', phase: 'end', inverse, ended_at: now }))) throw new LeaseLost()
      if (set.undo_of) await linkUndo(db, set.undo_of, id)
      await deleteHolds({ db }, id)
      await conclude(run, db, 'done', items, notes)
      run.between?.('in commit')
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await moveSet(run, { state: 'returning', reason: 'conflict' }, 'returning', { reason: 'conflict' })
    return
  }
  await announce(run, items)
}

/** Every device is rolled back, or cannot be: the edits do not become intents. */
export async function closeReturned(run: EngineRun, items: readonly DrivenItem[]): Promise<void> {
  const { system, id, by } = run
  const now = system.now()
  await system.database.transaction(async (db) => {
    const at: IntentCtx = { db, access: system.access, system }
    await settleAll(at, items, 'returned', now)
    if (!(await writeSet(db, id, by, { state: 'returned', phase: 'end', ended_at: now }))) throw new LeaseLost()
    await deleteHolds({ db }, id)
    await conclude(run, db, 'returned', items, [])
    run.between?.('in close')
  })
  await announce(run, items)
}

/**
 * Sets the results of the revisions. A finished set leaves those of offline devices to be sent; a rolled-back set
 * leaves none.
 */
async function settleAll(at: IntentCtx, items: readonly DrivenItem[], end: SetEnd, now: number): Promise<void> {
  const there = items.filter(({ gone }) => !gone)
  const back = there.filter(({ state, back_id }) => state === 'returned' && back_id)
  if (back.length > 0)
    await settle(
      at,
      back.map(({ back_id }) => ({ id: back_id ?? 0, end: 'running' })),
      now,
    )
  const passed = (item: DrivenItem) => item.state === 'skipped' && end === 'done'
  await markPending(
    at,
    there.filter(passed).map(({ id }) => id),
    now,
  )
  const after = there.filter((item) => !passed(item))
  await settle(
    at,
    after.map(({ after_id, state, msg }) => ({ id: after_id, end: fateOf(state, end), message: msg })),
    now,
  )
}

/**
 * Devices within the scope of the edits that needed no change: their pending revision may be the one that was reverted.
 */
async function settleOthers(
  at: IntentCtx,
  edits: Awaited<ReturnType<typeof editsOf>>,
  items: readonly DrivenItem[],
  now: number,
): Promise<void> {
  const own = new Set(items.map(({ id }) => id))
  const others = (await devicesTouched(at, edits)).filter((id) => !own.has(id))
  await settleUnneeded(at, others, now)
}

function fateOf(state: DrivenItem['state'], end: SetEnd): 'running' | 'failed' | 'rejected' | 'returned' {
  if (isInEffect(state)) return 'running'
  if (end === 'returned' && state === 'failed') return 'rejected'
  return end === 'done' || state === 'failed' || state === 'lost' ? 'failed' : 'returned'
}

async function conclude(
  { system, id, set }: EngineRun,
  db: Db,
  end: SetEnd,
  items: readonly DrivenItem[],
  notes: readonly { object: string; name?: string; scene_id?: number; before?: unknown; after?: unknown }[],
): Promise<void> {
  const at = system.now()
  await endTask({ system, id, set }, db, items)
  const counts = Object.fromEntries(
    [...Map.groupBy(items, ({ state }) => state)].map(([state, list]) => [state, list.length]),
  )
  await addTrail({ db }, id, {
    at,
    by: '',
    what: end,
    data: { ...counts, ...(set.reason ? { reason: set.reason } : {}) },
  })
  const after = { state: end, ...(set.reason ? { reason: set.reason } : {}), devices: items.length, ...counts }
  const entry = {
    at,
    uid: set.uid,
    account: set.operator,
    team_id: set.team_id,
    channel: 'system',
    ip: '',
    request_id: '',
  }
  const of = { object: `change:${id}`, name: set.name, scene_id: null, before: null, after }
  const entries = [of, ...notes.map((note) => ({ name: '', scene_id: null, before: null, after: null, ...note }))]
  await writeAuditEntries(
    db,
    entries.map((one) => ({ ...entry, ...one, call: 'POST change/apply' })),
    system,
  )
}

async function announce({ system, id, set }: EngineRun, items: readonly DrivenItem[]): Promise<void> {
  const scenes = Map.groupBy(items, ({ scene_id }) => scene_id)
  system.emit(changeUpdated, { id, uid: set.uid, scene_ids: [...scenes.keys()].slice(0, 50) })
  for (const [scene_id, list] of scenes) system.emit(intentChanged, { scene_id, ids: list.map((one) => one.id) })
  if (set.task_id === null) return
  for (const scene_id of await scenesOfTask(system, set.task_id)) system.tell({ topic: 'task', scene_id })
}
