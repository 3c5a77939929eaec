import { backupCalls } from '@belvedere/contract/rooms/backup/backup.ts'
import { backupErrors as errors } from '@belvedere/contract/rooms/backup/errors.ts'
import { captureSnapshots } from '../../engines/deleted-snapshot/snapshot-store.ts'
import { implement } from '../../kernel/implement.ts'
import { refuse } from '../../kernel/refuse.ts'
import { readContent } from './content/content.ts'
import { diffBackups } from './diff/diff-backups.ts'
import { dropContents } from './drop-contents.job.ts'
import { countFleet, listFleet } from './fleet/store.ts'
import { policyOf, putPolicy } from './policy/store.ts'
import { inspectContent } from './recover/inspect-content.ts'
import { recoverBackups } from './recover/recover.ts'
import { problemsOf, returnOf } from './recover/recover-rules.ts'
import { RETURN_SECONDS } from './recover/restore-device.ts'
import { findRecover } from './recover/store.ts'
import { replaceDevice, showMap } from './replace/replace.ts'
import { changeBackup, deleteBackups, findBackup, listBackups } from './store.ts'
import { batchOut } from '../../engines/batch-out/batch-out.ts'

export const calls = implement(backupCalls, {
  fleet: (ctx, input) => listFleet(ctx, input, ctx.now()),

  async count(ctx, { scene_id }) {
    const [counts, { overdue_days }] = await Promise.all([countFleet(ctx, scene_id, ctx.now()), policyOf(ctx)])
    return { ...counts, overdue_days }
  },

  list: listBackups,

  async change(ctx, { id, ...remark }) {
    const before = await changeBackup(ctx, id, remark)
    if (!before) throw refuse(errors.noBackup)
    const { name, scene_id, ...was } = before
    ctx.audit({ object: `backup:${id}`, name, scene_id, before: was, after: remark })
    ctx.afterwards(() => ctx.system.tell({ topic: 'backup', scene_id }))
    return {}
  },

  policy: policyOf,

  async setPolicy(ctx, policy) {
    const before = await policyOf(ctx)
    await putPolicy(ctx, policy, ctx.session?.name ?? '', ctx.now())
    ctx.audit({ object: 'backup-policy', before, after: policy })
    return {}
  },

  async download(ctx, { id }) {
    const found = await findBackup(ctx, id)
    const body = found && (await readContent(ctx.system, found))
    if (!body) throw refuse(errors.noBackup)
    const day = new Date(found.created_at * 1000).toISOString().slice(0, 16).replace(/[-:T]/g, '')
    const name = found.name.replace(/[^\p{L}\p{N}._-]+/gu, '_')
    const [ending, mime] = found.format === 'archive' ? ['tar.gz', 'application/gzip'] : ['json', 'application/json']
    ctx.audit({ object: `backup:${id}`, name: found.name, scene_id: found.scene_id, after: { downloaded: 1 } })
    return { filename: `${name}-${found.sn}-${day}.${ending}`, mime, body }
  },

  diff: diffBackups,

  async check(ctx, { id }) {
    const row = await findRecover(ctx, id)
    if (!row) throw refuse(errors.noBackup)
    const { device_id, name, model, firmware, model_now, firmware_now, format, newest_id, derived } = row
    const problems = problemsOf(row, await inspectContent(ctx.system, row))
    const told = { device_id, name, model, firmware, model_now, firmware_now, format, newest_id }
    return {
      ...told,
      problems,
      returns: returnOf(row),
      seconds: RETURN_SECONDS,
      derived: derived ? (1 as const) : (0 as const),
      online: row.online ? (1 as const) : (0 as const),
    }
  },

  recover: recoverBackups,
  map: showMap,
  replace: replaceDevice,

  async remove(ctx, { ids }) {
    const snapshots = await captureSnapshots(ctx.db, 'device_backup', ids)
    const gone = await deleteBackups(ctx, ids)
    for (const { id, sn, name, scene_id, created_at } of gone) {
      ctx.audit({ object: `backup:${id}`, name, scene_id, before: { sn, created_at }, snapshot: snapshots.get(id) })
    }
    ctx.afterwards(async () => {
      const contents = gone.map(({ content_id }) => content_id)
      await dropContents(ctx.system, contents)
      for (const scene_id of new Set(gone.map((one) => one.scene_id))) ctx.system.tell({ topic: 'backup', scene_id })
    })
    return batchOut(ctx, ids, gone)
  },
})
