import type { System } from '../../kernel/implement.ts'
import { defineJob } from '../../base/jobs/job.ts'
import { deleteUnready, unnamedFiles } from './store.ts'

/** Seconds for which an upload is kept without a description. */
const PATIENCE = 7 * 86_400

export const sweep = defineJob<unknown, System>({
  name: 'firmware.sweep',
  every: '20 4 * * *',
  async run(_, system) {
    const gone = await deleteUnready(system, system.now() - PATIENCE)
    for (const file of await unnamedFiles(
      system,
      gone.map(({ file }) => file),
    ))
      await system.files.remove(file)
  },
})
