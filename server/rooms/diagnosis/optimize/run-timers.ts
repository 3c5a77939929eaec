import { say } from '@belvedere/contract/kit/text.ts'
import { optimizeCalls } from '@belvedere/contract/rooms/diagnosis/optimize.ts'
import { nextRun } from '@belvedere/pure/next-run.ts'
import type { AuditNote, Ctx, System } from '../../../kernel/implement.ts'
import { defineJob } from '../../../kernel/job.ts'
import { Refusal } from '../../../kernel/refuse.ts'
import { type Rights, rightsOf } from '../../account/api.ts'
import { writeOperations } from '../../log/api.ts'
import { radioMoved } from '../api.ts'
import { applyPlan } from './apply-plan.ts'
import { listenAll } from './listen.ts'
import { planOf } from './make-plan.ts'
import { airOf } from './radios.ts'
import {
  addPlan,
  beginListening,
  type KeptTimer,
  listUnmeasured,
  meanBusy,
  setMeasured,
  setNextTimer,
  takeDueTimer,
  type TimerFields,
} from './store.ts'

const MOST = 100

export const rhythmOf = ({ weekdays, time }: TimerFields) => ({
  weekdays: weekdays.map(Number),
  minute: Number(time.slice(0, 2)) * 60 + Number(time.slice(3)),
})

/** Begins what is due; each scene goes on by itself. */
export const runTimers = defineJob<unknown, System>({
  name: 'diagnosis.optimize',
  every: '* * * * *',
  async run(_, system) {
    for (let n = 0; n < MOST; n++) {
      let due: (KeptTimer & { time_zone: string }) | undefined
      await system.database.transaction(async (db) => {
        due = await takeDueTimer(db, system.now())
        if (due)
          await setNextTimer(db, due.scene_id, nextRun(rhythmOf(due.fields), due.time_zone, system.now()) ?? null)
      })
      if (!due) return
      await system.enqueue(optimizeScene, {
        scene_id: due.scene_id,
        uid: due.uid,
        by: due.changed_by,
        fields: due.fields,
      })
    }
  },
})

interface Order {
  scene_id: number
  uid: number
  by: string
  fields: TimerFields
}

/** Listens, plans, and applies what is worth it, with the rights of whoever set the time. */
export const optimizeScene = defineJob<Order, System>({
  name: 'diagnosis.optimize-scene',
  retries: 0,
  run: (order, system) => optimize(system, order),
})

async function optimize(system: System, { scene_id, uid, by, fields }: Order): Promise<void> {
  const rights = await rightsOf(system, uid, optimizeCalls.setTimer)
  if (rights?.access.modeOf(scene_id) === undefined) return
  const now = () => system.now()
  const looking = { db: system.db, access: rights.access, system, now }
  const ears = [...(await airOf(looking, scene_id)).devices.values()].filter(
    ({ online, verbs }) => online && verbs.includes('listen'),
  )
  if (ears.length === 0) return
  if (await beginListening(system.db, scene_id, ears.length, now()))
    await listenAll(
      system,
      scene_id,
      ears.map(({ id }) => id),
    )
  const air = await airOf(looking, scene_id)
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
    await inCall(system, rights, scene_id, (ctx) => applyPlan(ctx, scene_id, air, chosen, 'timer'))
  } catch (error) {
    const said =
      error instanceof Refusal ? say(error.spec, rights.lang, error.values) : String((error as Error)?.message ?? error)
    if (!(error instanceof Refusal))
      system.log.error({ scene_id, error: String((error as Error)?.stack ?? error) }, 'optimize')
    const plan = {
      scene_id,
      at: now(),
      way: 'timer' as const,
      by,
      moved_cnt,
      before,
      after,
      measured_before: null,
      change_id: null,
    }
    await addPlan(system, { ...plan, said: said.slice(0, 300) })
  }
  system.emit(radioMoved, { scene_id })
}

/** Runs `work` in a transaction as the account would by a call; what it did is in the operation log. */
async function inCall<T>(system: System, rights: Rights, scene_id: number, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  const after: (() => void)[] = []
  const made = await system.database.transaction(async (db) => {
    const notes: AuditNote[] = []
    const session = {
      id: 0,
      uid: rights.uid,
      access: rights.access,
      account: rights.account,
      name: rights.name,
      way: 'console' as const,
      lang: rights.lang,
      fresh_until: 0,
    }
    const ctx: Ctx = {
      db,
      access: rights.access,
      uid: rights.uid,
      lang: rights.lang,
      session,
      ip: '',
      agent: '',
      request_id: '',
      log: system.log,
      system,
      uploads: [],
      now: () => system.now(),
      emit: (event, payload) => void after.push(() => system.emit(event, payload)),
      afterwards: (then) => void after.push(() => void then()),
      audit: (note) => void notes.push(note),
    }
    const result = await work(ctx)
    const how = { way: 'timer', ip: '', request_id: '', call: 'POST change/apply' }
    const entries = notes.map(({ object, name = '', before = null, after: to = null }) => ({
      at: system.now(),
      uid: rights.uid,
      account: rights.account,
      team_id: rights.access.team_id,
      scene_id,
      ...how,
      object,
      name,
      before,
      after: to,
    }))
    await writeOperations(db, entries, system)
    return result
  })
  for (const one of after) one()
  return made
}

/** Seconds after a change set was done that the air is measured again. */
const LATER = 3600

/** How busy the channels are an hour after a plan. */
export const measure = defineJob<unknown, System>({
  name: 'diagnosis.measure-plans',
  every: '*/10 * * * *',
  async run(_, system) {
    const now = system.now()
    for (const { id, scene_id } of await listUnmeasured(system.db, now - 86_400, now - LATER)) {
      const busy = await meanBusy(system, scene_id)
      if (busy === null) continue
      await setMeasured(system.db, id, busy)
      system.emit(radioMoved, { scene_id })
    }
  },
})
