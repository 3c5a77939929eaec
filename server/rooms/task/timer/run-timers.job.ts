import type { ErrorSpec } from '@belvedere/contract/kit/define-errors.ts'
import { accountErrors } from '@belvedere/contract/rooms/account/errors.ts'
import { timerCalls } from '@belvedere/contract/rooms/task/timer.ts'
import { lastRun, nextRun } from '../../../engines/schedule/recurrence-rules.ts'
import { followScene, pullBack, type StoredSchedule } from '../../../engines/schedule/stored-schedule.ts'
import type { Db } from '../../../kernel/db.ts'
import { listen } from '../../../kernel/event.ts'
import type { AuditNote, System } from '../../../kernel/implement.ts'
import { defineJob } from '../../../base/jobs/job.ts'
import { Refusal } from '../../../kernel/refuse.ts'
import { type HeldDevice, pickDevices } from '../../device/api.ts'
import { actAs, contextOf, type Rights } from '../../../engines/act-as/act-as.ts'
import { writeAuditEntries } from '../../log/api.ts'
import { sceneChanged } from '../../scene/api.ts'
import type { Orderer, Plan } from '../command/plan.ts'
import { endItems, insertTask, type ItemEnd } from '../store.ts'
import { refusedOf } from '../command/obstacles.ts'
import { planOf } from '../command/define-order.ts'
import { type StartedTask, startTask } from '../command/start-task.ts'
import { orderOf } from './order-of.ts'
import {
  type Clock,
  type Due,
  idsOfRun,
  saveOutcome,
  type TimerOutcome,
  runsAfter,
  runsOfScene,
  setNext,
  syncScenes,
  takeDue,
} from './store.ts'
import { emitTimers } from './emit-timers.events.ts'
import { rhythmOf } from './timing.ts'

/** Maximum number of runs in one execution of the job; the next one takes the rest. */
const MOST = 2000
/** Seconds after which a run counts as late: the job runs once a minute. */
const LATE = 150

/** Begins due runs. A run is one transaction: its task is stored and its next time set, or neither. */
export const runTimers = defineJob<unknown, System>({
  name: 'device.timers',
  every: '* * * * *',
  async run(_, system) {
    for (let n = 0; n < MOST; n++) if (!(await runOne(system))) return
  },
})

const clocks: Omit<StoredSchedule<Clock>, 'takeDue'> = {
  ofScene: runsOfScene,
  after: runsAfter,
  nextOf: ({ time_zone, ...when }, now) => nextRun(rhythmOf(when), time_zone, now),
  setNext: (db, { timer_id, scene_id }, next_at) => setNext(db, timer_id, scene_id, next_at),
}

/** Devices move between scenes and groups; their timers follow. */
export const followDevices = defineJob<unknown, System>({
  name: 'device.timer-scenes',
  every: '*/10 * * * *',
  async run(_, system) {
    const { db, now } = system
    for (const clock of await syncScenes(db)) await clocks.setNext(db, clock, clocks.nextOf(clock, now()) ?? null)
    await pullBack(clocks, system)
  },
})

/** The time zone changed: the same local time is another time. */
export const followClocks = listen(sceneChanged, ({ scene_id }, system: System) =>
  followScene(clocks, system, scene_id),
)

/** Runs the timer that is due longest; false when there is none. The devices are commanded after the commit. */
async function runOne(system: System): Promise<boolean> {
  let taken: Due | undefined
  let task: StartedTask | undefined
  try {
    await system.database.transaction(async (db) => {
      taken = await takeDue(db, system.now())
      if (taken) task = await runDue(system, db, taken)
    })
  } catch (error) {
    if (!taken) throw error
    await giveUp(system, taken, error)
  }
  if (!taken) return false
  emitTimers(system, [taken.scene_id])
  void task?.run()
  return true
}

/** Stores the task of a run and its next time, all in `db`'s transaction. */
async function runDue(system: System, db: Db, due: Due): Promise<StartedTask | undefined> {
  const now = system.now()
  const { at, before } = lastRun(rhythmOf(due), due.time_zone, due.due, now)
  const outcome = { last_at: at, missed_cnt: before, next_at: nextRun(rhythmOf(due), due.time_zone, now) ?? null }
  const end = async (last: string, more: Partial<TimerOutcome> = {}, told: object = {}) => {
    await saveOutcome(db, due.id, due.scene_id, { last, task_id: null, ...outcome, ...more })
    const after = { outcome: last, missed: more.missed_cnt ?? before, due: at, ...told }
    if (last !== 'ran') await note(db, system, due, after)
    return undefined
  }
  if (now - at > Math.max(due.grace_minutes * 60, LATE)) return end('missed', { missed_cnt: before + 1 })
  const rights = await actAs(system, due.uid, timerCalls[due.kind], due.scene_id)
  if ('lost' in rights) return end(rights.lost, { task_id: await keepFailed(system, db, due, { reason: rights.lost }) })
  const notes: AuditNote[] = []
  const by = contextOf(system, rights, { db, audit: (one) => void notes.push(one) })
  const devices = await pickDevices(by, await idsOfRun(by, due.id, due.scene_id))
  if (devices.length === 0) return end('empty')
  const plan = await planOf(by, orderOf(due))
  const refused = await refusedOf(plan, devices)
  const task = await start(by, due, devices, { ...plan, refused })
  const { task_id } = task
  const first = refused.size === devices.length ? refused.values().next().value : undefined
  await end(first ? 'failed' : now - at > LATE ? 'late' : 'ran', { task_id }, first && toldOf(first.refusal.spec))
  for (const one of notes) await note(db, system, due, one.after, one.object, rights)
  return task
}

function start(by: Orderer, due: Due, devices: readonly HeldDevice[], plan: Plan): Promise<StartedTask> {
  return startTask(by, devices, {
    ...plan,
    type: `${due.kind}_timer`,
    note: { ...plan.note, timer_id: due.id },
    waitSeconds: due.wait_hours * 3600,
  })
}

const toldOf = ({ code, zh }: ErrorSpec) => ({ code, msg: zh })

/** The task of a run that did not begin: every device with the reason. Null when there is no device any more. */
async function keepFailed(system: System, db: Db, due: Due, why: Pick<ItemEnd, 'reason'>): Promise<number | null> {
  const at = { db, access: system.access }
  const devices = await pickDevices(at, await idsOfRun(at, due.id, due.scene_id))
  if (devices.length === 0) return null
  const now = system.now()
  const task_id = await insertTask(at, {
    type: `${due.kind}_timer`,
    team_id: due.team_id,
    uid: due.uid,
    operator: due.operator,
    at: now,
    within: 0,
    command: orderOf(due),
    items: devices.map(({ id, sn, name, scene_id }) => ({ device_id: id, sn, name, scene_id })),
  })
  const ends = devices.map(({ id }) => ({ device_id: id, result: 1 as const, ...why }))
  await endItems(at, task_id, now, ends)
  return task_id
}

/** A run that cannot begin is recorded as failed, and the timer continues. */
async function giveUp(system: System, due: Due, error: unknown): Promise<void> {
  const refused = error instanceof Refusal ? error.spec : undefined
  if (!refused) system.log.error({ timer: due.id, error: String((error as Error)?.stack ?? error) }, 'timer')
  const now = system.now()
  await system.database.transaction(async (db) => {
    const next_at = nextRun(rhythmOf(due), due.time_zone, now) ?? null
    await saveOutcome(db, due.id, due.scene_id, {
      last: 'failed',
      last_at: due.due,
      missed_cnt: 0,
      task_id: await keepFailed(system, db, due, {
        reason: refused?.code === accountErrors.quotaReached.code ? 'quota' : 'failed',
      }),
      next_at,
    })
    await note(db, system, due, { outcome: 'failed', ...(refused && toldOf(refused)) })
  })
}

/** An entry of the operation log: by the timer, on behalf of its owner. */
async function note(
  db: Db,
  system: System,
  due: Due,
  after: unknown,
  object = `device-timer:${due.id}`,
  rights?: Rights,
): Promise<void> {
  const { uid, team_id, scene_id, name, kind } = due
  const account = rights?.account ?? ''
  const how = { channel: 'timer', ip: '', request_id: '', call: `POST device/timer/${kind}` }
  const entry = { at: system.now(), uid, account, team_id, scene_id, ...how, object, name, before: null, after }
  await writeAuditEntries(db, [entry], system)
}
