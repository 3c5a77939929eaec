import { say } from '@belvedere/contract/kit/text.ts'
import { reportCalls } from '@belvedere/contract/rooms/diagnosis/report.ts'
import { listen } from '../../../kernel/event.ts'
import type { System } from '../../../kernel/implement.ts'
import { defineJob } from '../../../kernel/job.ts'
import { loss } from '@belvedere/contract/rooms/account/loss/enums.ts'
import { actAs } from '../../account/api.ts'
import { Refusal } from '../../../kernel/refuse.ts'
import { sceneChanged } from '../../scene/api.ts'
import { reportMoved } from '../api.ts'
import { findNamed } from './facts-store.ts'
import { makeReport } from './make-report.ts'
import { nextReport } from './period-rules.ts'
import { requireReport } from './quotas.ts'
import {
  addReport,
  type DueProfile,
  failReport,
  findProfile,
  forgetReports,
  listStuck,
  setNextReport,
  takeDueProfile,
} from './store.ts'
import { type Profile, usual, wishOf } from './wish.ts'

/** Scenes of one turn; the rest with the next. */
const MOST = 500

export const minuteOf = ({ time }: Pick<Profile, 'time'>): number =>
  Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** When a profile's report goes out next; null when it does not by itself. */
export const nextOf = (profile: Profile, time_zone: string, now: number): number | null =>
  profile.on === 1
    ? nextReport({ ...profile, weekday: Number(profile.weekday), minute: minuteOf(profile) }, time_zone, now)
    : null

/** Orders reports whose time has come, with the rights of whoever set it. */
export const runSchedules = defineJob<unknown, System>({
  name: 'diagnosis.reports',
  every: '* * * * *',
  async run(_, system) {
    for (let n = 0; n < MOST; n++) if (!(await runOne(system))) break
    for (const id of await listStuck(system.db, system.now() - 900)) await system.enqueue(makeReport, { id })
  },
})

/** The report is ordered and the next moment set, or neither. */
async function runOne(system: System): Promise<boolean> {
  let due: DueProfile | undefined
  let id: number | undefined
  await system.database.transaction(async (db) => {
    due = await takeDueProfile(db, system.now())
    if (!due) return
    const { scene_id, uid, changed_by, time_zone } = due
    const profile = { ...usual, ...due.fields }
    await setNextReport(db, scene_id, nextOf(profile, time_zone, system.now()))
    const wish = { ...wishOf({ scene_id }, profile, time_zone, system.now()), targets: profile.targets }
    const how = {
      scene_id,
      uid,
      by: changed_by,
      way: 'timer' as const,
      lang: profile.lang,
      created_at: system.now(),
      wish,
    }
    const refused = await requireReport({ db, now: () => system.now() }, scene_id).catch(asRefusal)
    id = await addReport({ db }, how)
    const rights = await actAs(system, uid, reportCalls.setProfile, scene_id)
    // it is in the list of reports, with the reason
    if ('lost' in rights) await failReport(db, id, loss.label(rights.lost, profile.lang))
    else if (refused) await failReport(db, id, say(refused.spec, profile.lang, refused.values))
  })
  if (due && id !== undefined) {
    await system.enqueue(makeReport, { id })
    system.emit(reportMoved, { scene_id: due.scene_id })
  }
  return due !== undefined
}

function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  throw error
}

/** Another time zone: the same time by other clocks. */
export const followClocks = listen(sceneChanged, async ({ scene_id }, system: System) => {
  const [kept, scene] = [await findProfile(system, scene_id), await findNamed(system, scene_id)]
  if (kept && scene)
    await setNextReport(system.db, scene_id, nextOf({ ...usual, ...kept.fields }, scene.time_zone, system.now()))
})

/** Seconds that reports are kept. */
const KEPT = 400 * 86_400

export const forget = defineJob<unknown, System>({
  name: 'diagnosis.forget-reports',
  every: '50 3 * * *',
  async run(_, system) {
    for (const name of await forgetReports(system.db, system.now() - KEPT)) await system.files.remove(name)
  },
})
