import { recoverProblem } from '@belvedere/contract/rooms/backup/enums.ts'
import type { In, Out } from '@belvedere/contract/kit/define-calls.ts'
import type { backupCalls } from '@belvedere/contract/rooms/backup/backup.ts'
import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import type { Ctx, System } from '../../../kernel/implement.ts'
import { requireConfirmed } from '../../../engines/confirm/require-confirmed.ts'
import { type ItemEnd, startCommand, type Orderer, type Plan, callerOf } from '../../task/api.ts'
import { readContent } from '../content/content.ts'
import { findContent } from '../content/store.ts'
import { requestBackups, BACKUP_TIME, type BackupOrder, settleBackup } from '../order-backup.ts'
import { contentOfBackup } from '../store.ts'
import { inspectContent } from './inspect-content.ts'
import { problemsOf, standing } from './recover-rules.ts'
import { restoreArchive, type RestoreBy, restoreDocument } from './restore-device.ts'
import { listRecovers, type RecoverRow } from './store.ts'

type RecoverOut = Out<typeof backupCalls.recover>

/** Restores each device from one of its own backups, unless there is a problem. */
export async function recoverBackups(
  ctx: Ctx,
  { ids, backup_ids, force, wait, ...given }: In<typeof backupCalls.recover>,
): Promise<RecoverOut> {
  const wanted = [...new Set(ids)]
  const rows = await listRecovers(ctx, wanted, backup_ids)
  const rejected = new Map(wanted.map((id) => [id, { name: String(id), reason: commonErrors.notFound[ctx.lang] }]))
  const chosen = new Map<number, RecoverRow>()
  for (const [id, [row, second]] of Map.groupBy(rows, ({ device_id }) => device_id)) {
    if (!row) continue
    const reason = second ? commonErrors.badInput[ctx.lang] : await standsAgainst(ctx, row, force === 1)
    if (reason !== undefined) rejected.set(id, { name: row.name, reason })
    else {
      rejected.delete(id)
      chosen.set(id, row)
    }
  }
  await requireConfirmed(ctx, { ids: [...chosen.keys()], action: 'configure' }, given)
  const out = await startCommand(ctx, [...chosen.keys()], wait, recoverPlan(callerOf(ctx), chosen))
  out.total_cnt = wanted.length
  out.err_cnt += rejected.size
  if (rejected.size > 0) out.rejected = [...rejected].map(([id, one]) => ({ id, ...one }))
  return out
}

/** The text of the problem of a backup. */
async function standsAgainst({ system, lang }: Ctx, row: RecoverRow, force: boolean): Promise<string | undefined> {
  const stands = standing(problemsOf(row, await inspectContent(system, row)), force)
  if (stands.length === 0) return undefined
  return stands.map(({ id, detail }) => [recoverProblem.label(id, lang), detail].filter(Boolean).join(': ')).join('; ')
}

/** A backup comes first; the restore starts only when it is stored. */
function recoverPlan(by: Orderer, rows: ReadonlyMap<number, RecoverRow>): Plan {
  const order = (task_id: number): BackupOrder => ({
    source: 'change',
    operator: by.operator,
    note: '',
    task_id,
    ask: `recover ${task_id}`,
  })
  return {
    type: 'backup_recover',
    timeout: BACKUP_TIME,
    note: { backups: [...rows.values()].map(({ id }) => id).slice(0, 200) },
    prepare: (devices, task_id) => requestBackups(by.system, by.db, devices, order(task_id)),
    async settle(task_id, device, end) {
      const saved = await settleBackup(by.system, order(task_id), device, end)
      if (saved.result !== 0) return saved.reason === 'offline' ? saved : { ...saved, reason: 'unsaved' }
      const row = rows.get(device.id)
      return row ? restoreRow(by.system, row, saved, { task_id, operator: by.operator }) : saved
    },
  }
}

async function restoreRow(system: System, row: RecoverRow, saved: ItemEnd, by: RestoreBy): Promise<ItemEnd> {
  try {
    const end =
      row.format === 'archive'
        ? await restoreArchive(system, row, { file: row.file ?? '', sha256: row.sha256 }, by)
        : await restoreDocument(system, row, await documentOf(system, row), await savedDocument(system, saved), by)
    return { ...end, data: saved.data }
  } catch (error) {
    system.log.error({ backup_id: row.id, error: String((error as Error)?.stack ?? error) }, 'restore')
    return { device_id: row.device_id, result: 1, reason: 'failed', data: saved.data }
  }
}

async function documentOf(system: System, row: RecoverRow): Promise<Record<string, unknown>> {
  const bytes = await readContent(system, row)
  if (!bytes) throw new Error('the content is gone')
  return JSON.parse(bytes.toString('utf8')) as Record<string, unknown>
}

/** The configuration before the restore, for a rollback. */
async function savedDocument(system: System, { data }: ItemEnd): Promise<Record<string, unknown> | undefined> {
  const { backup_id } = (data ?? {}) as { backup_id?: number }
  const id = backup_id === undefined ? undefined : await contentOfBackup(system.db, backup_id)
  const content = id === undefined ? undefined : await findContent(system.db, id)
  const bytes = content?.format === 'document' ? await readContent(system, content) : undefined
  return bytes && (JSON.parse(bytes.toString('utf8')) as Record<string, unknown>)
}
