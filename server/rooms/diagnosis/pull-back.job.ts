import { pullBack as pullBackAll } from '../../engines/schedule/stored-schedule.ts'
import type { System } from '../../kernel/implement.ts'
import { defineJob } from '../../base/jobs/job.ts'
import { radioTimers } from './optimize/run-timers.job.ts'
import { patrolTimers } from './patrol/run-timers.job.ts'
import { reportSchedules } from './report/run-schedules.job.ts'

/** Patrols, plans and reports whose next moment a clock that was ahead put too far away. */
export const pullBack = defineJob<unknown, System>({
  name: 'diagnosis.pull-back',
  every: '*/10 * * * *',
  async run(_, system) {
    await pullBackAll(patrolTimers, system)
    await pullBackAll(radioTimers, system)
    await pullBackAll(reportSchedules, system)
  },
})
