import { scoreCalls } from '@belvedere/contract/rooms/diagnosis/score.ts'
import { nextRun } from '../../../engines/schedule/recurrence-rules.ts'
import { listen } from '../../../kernel/event.ts'
import type { System } from '../../../kernel/implement.ts'
import { defineJob } from '../../../kernel/job.ts'
import { actAs } from '../../account/api.ts'
import { sceneChanged } from '../../scene/api.ts'
import { patrolled } from '../api.ts'
import { noteLost } from './stop-lost.ts'
import { patrolScene } from './patrol-scene.ts'
import { findTimer, forgetIgnored, setNext, stopTimer, takeDue, type Timer } from './store.ts'

/** Scenes of one turn; the rest with the next. */
const MOST = 500

/** Patrols scenes whose time has come, with the rights of whoever set the time. */
export const runTimers = defineJob<unknown, System>({
  name: 'diagnosis.patrols',
  every: '* * * * *',
  async run(_, system) {
    for (let n = 0; n < MOST; n++) if (!(await runOne(system))) return
  },
})

/** One scene, the longest due; false when there is none. The next moment is set whatever becomes of it. */
async function runOne(system: System): Promise<boolean> {
  let due: Timer | undefined
  await system.database.transaction(async (db) => {
    due = await takeDue(db, system.now())
    if (due) await setNext(db, due.scene_id, nextRun(due, due.time_zone, system.now()) ?? null)
  })
  if (!due) return false
  const { scene_id, uid, changed_by } = due
  try {
    const rights = await actAs(system, uid, scoreCalls.setTimer, scene_id)
    if ('lost' in rights) {
      const { lost } = rights
      await system.database.transaction(async (db) => {
        await stopTimer(db, scene_id)
        await noteLost(system, db, { scene_id, uid }, { object: 'patrol-timer', call: scoreCalls.setTimer.at, lost })
      })
      system.emit(patrolled, { scene_id })
      return true
    }
    const at = { db: system.db, access: rights.access, system, now: () => system.now() }
    await patrolScene(at, scene_id, { way: 'timer', by: changed_by })
    system.emit(patrolled, { scene_id })
  } catch (error) {
    system.log.error({ scene_id, error: String((error as Error)?.stack ?? error) }, 'patrol')
  }
  return true
}

/** Another time zone: the same time by other clocks. */
export const followClocks = listen(sceneChanged, async ({ scene_id }, system: System) => {
  const timer = await findTimer(system, scene_id)
  if (timer?.on) await setNext(system.db, scene_id, nextRun(timer, timer.time_zone, system.now()) ?? null)
})

/** Seconds that an ignored finding is remembered after its end. */
const REMEMBERED = 30 * 86_400

export const forget = defineJob<unknown, System>({
  name: 'diagnosis.forget-ignored',
  every: '40 3 * * *',
  async run(_, system) {
    await forgetIgnored(system.db, system.now() - REMEMBERED)
  },
})
