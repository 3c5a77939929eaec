import type { System } from '../../kernel/implement.ts'
import { defineJob } from '../../base/jobs/job.ts'
import { dropUnused } from './content/store.ts'

/** Removes contents that no backup needs any more; to be called after the commit that let go of them. */
export async function dropContents(system: System, ids?: readonly number[]): Promise<void> {
  if (ids?.length === 0) return
  for (const file of await dropUnused(system.db, ids)) await system.files.remove(file)
}

/** Whatever was let go of by a process that ended before it could clear up. */
export const sweepContents = defineJob<unknown, System>({
  name: 'device.drop-contents',
  every: '17 3 * * *',
  run: (_, system) => dropContents(system),
})
