import type { System } from '../../kernel/implement.ts'
import { defineJob } from '../../base/jobs/job.ts'
import { dropUnused } from './content/store.ts'

/** Removes contents that no backup uses any more; call it after the commit that released them. */
export async function dropContents(system: System, ids?: readonly number[]): Promise<void> {
  if (ids?.length === 0) return
  for (const file of await dropUnused(system.db, ids)) await system.files.remove(file)
}

/** Removes contents that were released by a process that ended before it removed them. */
export const sweepContents = defineJob<unknown, System>({
  name: 'device.drop-contents',
  every: '17 3 * * *',
  run: (_, system) => dropContents(system),
})
