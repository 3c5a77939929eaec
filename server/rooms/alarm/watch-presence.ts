import type { System } from '../../kernel/implement.ts'
import { defineJob } from '../../kernel/job.ts'
import { defineStartup } from '../../kernel/startup.ts'
import { alarmChanged } from './api.ts'
import { endAlarms, forgetAlarms, listBack, listOffline, raiseAlarms, wakeIgnored } from './store.ts'
import { devOffline } from './alarm-types/dev-offline.ts'

/** Seconds a device must be away: one that only restarts its connection is not worth a message. */
const AWAY = 60
const EVERY = 5

/** Looks at who is there, whatever events were lost on the way: two processes may look at once, each alarm is raised once. */
export const watch = defineStartup<System>({
  order: 40,
  role: 'worker',
  async run(system) {
    let looking = false
    const timer = setInterval(async () => {
      if (looking) return
      looking = true
      try {
        await lookAtPresence(system)
      } catch (error) {
        if (/after calling end/.test(String(error))) clearInterval(timer)
        else system.log.warn({ error: String(error) }, 'alarms of presence are not looked at')
      } finally {
        looking = false
      }
    }, EVERY * 1000)
    timer.unref()
  },
})

export async function lookAtPresence(system: System): Promise<void> {
  const { id, level } = devOffline
  const now = system.now()
  const scenes = await system.database.transaction(async (db) => {
    const back = await listBack(db, id)
    const away = await listOffline(db, id, now - AWAY)
    return [
      ...(back.length ? await endAlarms(db, id, now, back) : []),
      ...(away.length ? await raiseAlarms(db, id, level, away) : []),
      ...(await wakeIgnored(db, now)),
    ]
  })
  if (scenes.length) system.emit(alarmChanged, { scene_ids: [...new Set(scenes)] })
}

/** Days that alarms which are over stay in the log. */
const KEPT = 180

export const forget = defineJob<unknown, System>({
  name: 'alarm.forget',
  every: '25 3 * * *',
  async run(_, system) {
    await forgetAlarms(system.db, system.now() - KEPT * 86_400)
  },
})
