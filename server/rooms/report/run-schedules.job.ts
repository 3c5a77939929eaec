import { say } from '@belvedere/contract/kit/text.ts'
import { reportCalls } from '@belvedere/contract/rooms/report/report.ts'
import {
  followScene,
  type Following,
  runDue,
  pullBack,
  type StoredSchedule,
} from '../../engines/schedule/stored-schedule.ts'
import type { Db } from '../../kernel/db.ts'
import { listen } from '../../kernel/event.ts'
import type { System } from '../../kernel/implement.ts'
import { defineJob } from '../../base/jobs/job.ts'
import { loss } from '@belvedere/contract/rooms/account/loss/enums.ts'
import { actAs } from '../../engines/act-as/act-as.ts'
import { Refusal } from '../../kernel/refuse.ts'
import { sceneChanged } from '../scene/api.ts'
import { reportUpdated } from './api.ts'
import { makeReport } from './make-report.job.ts'
import { nextReport } from './build/period-rules.ts'
import { requireReport } from './report.quota.ts'
import {
  addReport,
  type DueProfile,
  failReport,
  purgeReports,
  listStuck,
  profilesAfter,
  profilesOfScene,
  setNextReport,
  takeDueProfile,
} from './store.ts'
import { type ReportProfile, usualProfile, requestOf } from './report-request.ts'

/** Maximum number of scenes in one run; the next run takes the rest. */
const MOST = 500

export const minuteOf = ({ time }: Pick<ReportProfile, 'time'>): number =>
  Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** The time of a profile's next report; null without a schedule. */
export const nextOf = (profile: ReportProfile, time_zone: string, now: number): number | null =>
  profile.on === 1
    ? nextReport({ ...profile, weekday: Number(profile.weekday), minute: minuteOf(profile) }, time_zone, now)
    : null

export const reportSchedules: StoredSchedule<DueProfile> = {
  takeDue: takeDueProfile,
  ofScene: profilesOfScene,
  after: profilesAfter,
  nextOf: ({ fields, time_zone }, now) => nextOf({ ...usualProfile, ...fields }, time_zone, now),
  setNext: (db, { scene_id }, next_at) => setNextReport(db, scene_id, next_at),
}

/** Orders due reports, with the rights of the account that set the schedule. */
export const runSchedules = defineJob<unknown, System>({
  name: 'report.schedules',
  every: '* * * * *',
  async run(_, system) {
    await runDue(reportSchedules, system, MOST, (profile, db) => order(system, db, profile))
    for (const id of await listStuck(system.db, system.now() - 900)) await system.enqueue(makeReport, { id })
  },
})

/** The report is ordered in the transaction that sets the next time. */
async function order(system: System, db: Db, due: DueProfile): Promise<Following> {
  const { scene_id, uid, changed_by, time_zone } = due
  const profile = { ...usualProfile, ...due.fields }
  const request = { ...requestOf({ scene_id }, profile, time_zone, system.now()), targets: profile.targets }
  const how = {
    scene_id,
    uid,
    by: changed_by,
    source: 'timer' as const,
    lang: profile.lang,
    created_at: system.now(),
    request,
  }
  const refused = await requireReport({ db, now: () => system.now() }, scene_id).catch(asRefusal)
  const id = await addReport({ db }, how)
  const rights = await actAs(system, uid, reportCalls.setProfile, scene_id)
  // it is in the list of reports, with the reason
  if ('lost' in rights) await failReport(db, id, loss.label(rights.lost, profile.lang))
  else if (refused) await failReport(db, id, say(refused.spec, profile.lang, refused.values))
  return async () => {
    await system.enqueue(makeReport, { id })
    system.emit(reportUpdated, { scene_id })
  }
}

function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  throw error
}

/** Corrects schedules whose next time was set too far ahead by a clock that was ahead. */
export const pullBackTimers = defineJob<unknown, System>({
  name: 'report.pull-back',
  every: '*/10 * * * *',
  run: (_, system) => pullBack(reportSchedules, system),
})

/** The time zone changed: the same local time is another time. */
export const followClocks = listen(sceneChanged, ({ scene_id }, system: System) =>
  followScene(reportSchedules, system, scene_id),
)

/** Seconds for which reports are kept. */
const KEPT = 400 * 86_400

export const purge = defineJob<unknown, System>({
  name: 'report.forget',
  every: '50 3 * * *',
  async run(_, system) {
    for (const name of await purgeReports(system.db, system.now() - KEPT)) await system.files.remove(name)
  },
})
