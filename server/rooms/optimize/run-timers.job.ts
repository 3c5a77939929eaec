import { say } from '@belvedere/contract/kit/text.ts'
import type { AccountLoss } from '@belvedere/contract/rooms/account/loss/enums.ts'
import { changeCalls } from '@belvedere/contract/rooms/change/change.ts'
import { optimizeCalls } from '@belvedere/contract/rooms/optimize/optimize.ts'
import { nextRun } from '../../engines/schedule/recurrence-rules.ts'
import { followScene, runDue, pullBack, type StoredSchedule } from '../../engines/schedule/stored-schedule.ts'
import { listen } from '../../kernel/event.ts'
import type { System } from '../../kernel/implement.ts'
import { defineJob } from '../../base/jobs/job.ts'
import { Refusal } from '../../kernel/refuse.ts'
import { inCall } from '../../engines/act-as/in-call.ts'
import { actAs, contextOf } from '../../engines/act-as/act-as.ts'
import { sceneChanged } from '../scene/api.ts'
import { logLostRights } from '../patrol/api.ts'
import { radioUpdated } from './api.ts'
import { applyPlan } from './apply-plan.ts'
import { listenAll } from './listen.job.ts'
import { planOf } from './make-plan.ts'
import { readRadios } from './read-radios.ts'
import {
  addPlan,
  beginListening,
  listUnmeasured,
  meanBusy,
  setMeasured,
  setNextTimer,
  stopTimer,
  takeDueTimer,
  type TimerFields,
  timersAfter,
  timersOfScene,
  type ZonedTimer,
} from './store.ts'

const MOST = 100

export const rhythmOf = ({ weekdays, time }: TimerFields) => ({
  weekdays: weekdays.map(Number),
  minute: Number(time.slice(0, 2)) * 60 + Number(time.slice(3)),
})

export const radioTimers: StoredSchedule<ZonedTimer> = {
  takeDue: takeDueTimer,
  ofScene: timersOfScene,
  after: timersAfter,
  nextOf: ({ fields, time_zone }, now) => nextRun(rhythmOf(fields), time_zone, now),
  setNext: (db, { scene_id }, next_at) => setNextTimer(db, scene_id, next_at),
}

/** Begins due timers; each scene continues independently. */
export const runTimers = defineJob<unknown, System>({
  name: 'optimize.timers',
  every: '* * * * *',
  run: (_, system) =>
    runDue(radioTimers, system, MOST, ({ scene_id, uid, changed_by: by, fields }) => () => {
      return system.enqueue(optimizeScene, { scene_id, uid, by, fields })
    }),
})

/** Corrects timers whose next time was set too far ahead by a clock that was ahead. */
export const pullBackTimers = defineJob<unknown, System>({
  name: 'optimize.pull-back',
  every: '*/10 * * * *',
  run: (_, system) => pullBack(radioTimers, system),
})

/** The time zone changed: the same local time is another time. */
export const followClocks = listen(sceneChanged, ({ scene_id }, system: System) =>
  followScene(radioTimers, system, scene_id),
)

interface OptimizeOrder {
  scene_id: number
  uid: number
  by: string
  fields: TimerFields
}

/** Scans, plans, and applies useful changes, with the rights of the account that set the timer. */
export const optimizeScene = defineJob<OptimizeOrder, System>({
  name: 'optimize.scene',
  retries: 0,
  run: (order, system) => optimize(system, order),
})

async function stop(system: System, who: Pick<OptimizeOrder, 'scene_id' | 'uid'>, lost: AccountLoss): Promise<void> {
  const what = { object: 'radio-timer', call: optimizeCalls.setTimer.at, lost }
  await system.database.transaction(async (db) => {
    await stopTimer(db, who.scene_id)
    await logLostRights(system, db, who, what)
  })
  system.emit(radioUpdated, { scene_id: who.scene_id })
}

async function optimize(system: System, { scene_id, uid, by, fields }: OptimizeOrder): Promise<void> {
  const rights = await actAs(system, uid, optimizeCalls.setTimer, scene_id)
  if ('lost' in rights) return stop(system, { scene_id, uid }, rights.lost)
  const now = () => system.now()
  const looking = contextOf(system, rights)
  const receivers = [...(await readRadios(looking, scene_id)).devices.values()].filter(
    ({ online, verbs }) => online && verbs.includes('listen'),
  )
  if (receivers.length === 0) return
  if (await beginListening(system.db, scene_id, receivers.length, now()))
    await listenAll(
      system,
      scene_id,
      receivers.map(({ id }) => id),
    )
  const air = await readRadios(looking, scene_id)
  const { items, moved_cnt, before, after } = planOf(air, {
    bands: ['2g', '5g', '6g'],
    threshold: fields.threshold,
    dfs: fields.dfs === 1,
    width: fields.width === 1,
    power: fields.power === 1,
  })
  if (moved_cnt === 0) return
  const chosen = items
    .filter(({ moved }) => moved === 1)
    .map(({ device_id, band, after: to }) => ({
      device_id,
      band,
      channel: to.channel,
      width: to.width,
      ...(to.power !== null && { power: to.power }),
    }))
  try {
    await inCall(system, rights, changeCalls.apply, (ctx) => applyPlan(ctx, scene_id, air, chosen, 'timer'))
  } catch (error) {
    const said =
      error instanceof Refusal ? say(error.spec, rights.lang, error.values) : String((error as Error)?.message ?? error)
    if (!(error instanceof Refusal))
      system.log.error({ scene_id, error: String((error as Error)?.stack ?? error) }, 'optimize')
    const plan = {
      scene_id,
      at: now(),
      source: 'timer' as const,
      by,
      moved_cnt,
      before,
      after,
      measured_before: null,
      change_id: null,
    }
    await addPlan(system, { ...plan, message: said.slice(0, 300) })
  }
  system.emit(radioUpdated, { scene_id })
}

/** Seconds after the end of a change set at which the utilisation is measured again. */
const LATER = 3600

/** Measures the utilisation of the channels an hour after a plan. */
export const measure = defineJob<unknown, System>({
  name: 'optimize.measure-plans',
  every: '*/10 * * * *',
  async run(_, system) {
    const now = system.now()
    for (const { id, scene_id } of await listUnmeasured(system.db, now - 86_400, now - LATER)) {
      const busy = await meanBusy(system, scene_id)
      if (busy === null) continue
      await setMeasured(system.db, id, busy)
      system.emit(radioUpdated, { scene_id })
    }
  },
})
