import { defineCleanup } from '../../kernel/discovery/cleanup.ts'
import { dropContents } from './drop-contents.job.ts'
import { contentsOf } from './store.ts'

/** Removes the contents that only backups of removed devices used. */
export const deviceCleanup = defineCleanup({
  of: 'device',
  async run(ctx, device_ids) {
    const contents = await contentsOf(ctx.db, device_ids)
    ctx.afterwards(() => dropContents(ctx.system, contents))
  },
})
