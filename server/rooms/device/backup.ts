import { backupCalls } from '@belvedere/contract/rooms/device/backup.ts'
import { deviceErrors as errors } from '@belvedere/contract/rooms/device/errors.ts'
import { implement } from '../../kernel/implement.ts'
import { refuse } from '../../kernel/refuse.ts'
import { dropOrphans } from './backup/arrived.ts'
import { deleteBackups, findBackup, listBackups } from './backup/store.ts'
import { batchOut } from './batch-out.ts'

export const calls = implement(backupCalls, {
  list: listBackups,

  async download(ctx, { id }) {
    const found = await findBackup(ctx, id)
    if (!found || !(await ctx.system.files.has(found.file))) throw refuse(errors.noBackup)
    const day = new Date(found.created_at * 1000).toISOString().slice(0, 16).replace(/[-:T]/g, '')
    const name = found.name.replace(/[^\p{L}\p{N}._-]+/gu, '_')
    return {
      filename: `${name}-${found.sn}-${day}.tar.gz`,
      mime: 'application/gzip',
      body: ctx.system.files.stream(found.file),
    }
  },

  async remove(ctx, { ids }) {
    const gone = await deleteBackups(ctx, ids)
    for (const { id, sn, name, scene_id, created_at } of gone) {
      ctx.audit({ object: `backup:${id}`, name, scene_id, before: { sn, created_at } })
    }
    ctx.afterwards(async () => {
      await dropOrphans(
        ctx.system,
        gone.map(({ file }) => file),
      )
      for (const scene_id of new Set(gone.map((one) => one.scene_id))) ctx.system.tell({ topic: 'backup', scene_id })
    })
    return batchOut(ids, gone, ctx)
  },
})
