import { scoreCalls } from '@belvedere/contract/rooms/patrol/score.ts'
import { nextRun } from '../../../engines/schedule/recurrence-rules.ts'
import { followScene, runDue, pullBack, type StoredSchedule } from '../../../engines/schedule/stored-schedule.ts'
import { listen } from '../../../kernel/event.ts'
import type { System } from '../../../kernel/implement.ts'
import { defineJob } from '../../../base/jobs/job.ts'
import { actAs, contextOf } from '../../../engines/act-as/act-as.ts'
import { sceneChanged } from '../../scene/api.ts'
import { patrolUpdated } from '../api.ts'
import { logLostRights } from './log-lost-rights.ts'
import { patrolScene } from './patrol-scene.ts'
import { purgeIgnored, setNext, stopTimer, takeDue, type PatrolTimer, timersAfter, timersOfScene } from './store.ts'

/** Maximum number of scenes in one run; the next run takes the rest. */
const MOST = 500

export const patrolTimers: StoredSchedule<PatrolTimer> = {
  takeDue,
  ofScene: timersOfScene,
  after: timersAfter,
  nextOf: (timer, now) => nextRun(timer, timer.time_zone, now),
  setNext: (db, { scene_id }, next_at) => setNext(db, scene_id, next_at),
}

/** Patrols due scenes, with the rights of the account that set the timer. */
export const runTimers = defineJob<unknown, System>({
  name: 'patrol.timers',
  every: '* * * * *',
  run: (_, system) => runDue(patrolTimers, system, MOST, (timer) => () => patrol(system, timer)),
})

async function patrol(system: System, { scene_id, uid, changed_by }: PatrolTimer): Promise<void> {
  try {
    const rights = await actAs(system, uid, scoreCalls.setTimer, scene_id)
    if ('lost' in rights) {
      const { lost } = rights
      await system.database.transaction(async (db) => {
        await stopTimer(db, scene_id)
        await logLostRights(
          system,
          db,
          { scene_id, uid },
          { object: 'patrol-timer', call: scoreCalls.setTimer.at, lost },
        )
      })
      return system.emit(patrolUpdated, { scene_id })
    }
    await patrolScene(contextOf(system, rights), scene_id, { source: 'timer', by: changed_by })
    system.emit(patrolUpdated, { scene_id })
  } catch (error) {
    system.log.error({ scene_id, error: String((error as Error)?.stack ?? error) }, 'patrol')
  }
}

/** Corrects timers whose next time was set too far ahead by a clock that was ahead. */
export const pullBackTimers = defineJob<unknown, System>({
  name: 'patrol.pull-back',
  every: '*/10 * * * *',
  run: (_, system) => pullBack(patrolTimers, system),
})

/** The time zone changed: the same local time is another time. */
export const followClocks = listen(sceneChanged, ({ scene_id }, system: System) =>
  followScene(patrolTimers, system, scene_id),
)

/** Seconds for which an ignored finding is kept after its end. */
const REMEMBERED = 30 * 86_400

export const purge = defineJob<unknown, System>({
  name: 'patrol.forget-ignored',
  every: '40 3 * * *',
  async run(_, system) {
    await purgeIgnored(system.db, system.now() - REMEMBERED)
  },
})
