import { nextRun } from '../../engines/schedule/recurrence-rules.ts'
import type { System } from '../../kernel/implement.ts'
import { defineJob } from '../../kernel/job.ts'
import { rhythmOf } from './optimize/run-timers.ts'
import { setNextTimer, timersAfter as radioTimersAfter } from './optimize/store.ts'
import { setNext, timersAfter as patrolTimersAfter } from './patrol/store.ts'
import { nextOf } from './report/run-schedules.ts'
import { profilesAfter, setNextReport } from './report/store.ts'
import { usual } from './report/wish.ts'

const DAY = 86_400

/** A clock that was ahead put moments further away than the next one: patrols, plans and reports would wait for years. */
export const pullBack = defineJob<unknown, System>({
  name: 'diagnosis.pull-back',
  every: '*/10 * * * *',
  async run(_, { db, now: clock }) {
    const now = clock()
    const isNearer = (next: number | null | undefined, next_at: number): next is number =>
      typeof next === 'number' && next < next_at
    for (const { scene_id, next_at, ...timer } of await patrolTimersAfter(db, now + DAY)) {
      const next = nextRun(timer, timer.time_zone, now)
      if (isNearer(next, next_at)) await setNext(db, scene_id, next)
    }
    for (const { scene_id, next_at, fields, time_zone } of await radioTimersAfter(db, now + DAY)) {
      const next = nextRun(rhythmOf(fields), time_zone, now)
      if (isNearer(next, next_at)) await setNextTimer(db, scene_id, next)
    }
    for (const { scene_id, next_at, fields, time_zone } of await profilesAfter(db, now + DAY)) {
      const next = nextOf({ ...usual, ...fields }, time_zone, now)
      if (isNearer(next, next_at)) await setNextReport(db, scene_id, next)
    }
  },
})
