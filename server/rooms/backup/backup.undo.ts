import { backupCalls } from '@belvedere/contract/rooms/backup/backup.ts'
import { backupErrors as errors } from '@belvedere/contract/rooms/backup/errors.ts'
import { refuse } from '../../kernel/refuse.ts'
import { defineUndo, type Reversal } from '../../engines/undo/define-undo.ts'
import { calls } from './backup.ts'
import { policyOf } from './policy/store.ts'
import { findBackup, markNewest } from './store.ts'

const backup: Reversal = {
  kind: 'backup',
  async read(ctx, id) {
    const found = await findBackup(ctx, id)
    return found && { sn: found.sn, created_at: found.created_at, note: found.note, keep: found.keep }
  },
  change: (ctx, id, to) => calls.handlers.change(ctx, { id, ...(to as { note?: string; keep?: 0 | 1 }) }),
  async restore(ctx, id, _, restoreRows) {
    await restoreRows()
    const found = await findBackup(ctx, id)
    if (!found) throw refuse(errors.noBackup)
    ctx.access.enter(found.scene_id, 'write')
    await markNewest(ctx.db, [found.device_id])
    ctx.afterwards(() => ctx.system.tell({ topic: 'backup', scene_id: found.scene_id }))
  },
  remove: (ctx, id) => calls.handlers.remove(ctx, { ids: [id] }),
}

const policy: Reversal = {
  kind: 'backup-policy',
  read: async (ctx) => ({ ...(await policyOf(ctx)) }),
  change: async (ctx, _, to) =>
    calls.handlers.setPolicy(ctx, {
      ...(await policyOf(ctx)),
      ...(to as Partial<Awaited<ReturnType<typeof policyOf>>>),
    }),
}

const restored = {
  zh: '请恢复设备此前的备份以还原',
  en: 'Restore the backup the device had before',
  to: '/global/backup',
}

const replaced = {
  zh: '请把配置换回原来的设备以还原',
  en: 'Give the configuration back to the device that was replaced',
  to: '/global/backup',
}

export const undo = defineUndo(backupCalls, {
  remove: backup,
  change: backup,
  setPolicy: policy,
  recover: restored,
  replace: replaced,
})
