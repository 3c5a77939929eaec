import { ALARM_DAYS } from '@belvedere/contract/rooms/alarm/retention.ts'
import { startLoop } from '../../../engines/leased-loop/loop.ts'
import { deviceConnected, deviceDisconnected } from '../../../devices/device-link.ts'
import { listen } from '../../../kernel/event.ts'
import type { System } from '../../../kernel/implement.ts'
import type { Db } from '../../../kernel/db.ts'
import { defineJob } from '../../../base/jobs/job.ts'
import { defineStartup } from '../../../kernel/startup.ts'
import { storeNow } from '../../../kernel/database/store-clock.ts'
import { devOffline, settingsNow, deleteOldIntervals } from '../../alarm-type/api.ts'
import { type Expected, listExpected } from '../../topology/api.ts'
import { alarmChanged } from '../changed.events.ts'
import { ClockSteps } from './clock-rules.ts'
import { openIncidents, settleIncidents } from '../incident/store.ts'
import { evaluateAbsence, type PlannedAbsence, underRoots } from './presence-rules.ts'
import { type Arisen, raiseUnder, scenesOf, settle } from '../raise.ts'
import {
  endAlarms,
  purgeAlarms,
  isAnythingPending,
  listAway,
  listBack,
  listGone,
  lockPresenceLook,
  wakeIgnored,
} from '../store.ts'
import { placesOf } from './uplinks.ts'

/**
 * Seconds for which a device must be offline even when the devices downstream of it are offline too: a restarted
 * connection is not an outage.
 */
export const CERTAIN = 10
/** Seconds between runs: while devices connect and disconnect, and otherwise, for lost events. */
const BUSY = 1
const CALM = 5
/** Seconds after a connection or disconnection that count as busy. */
const STIRRED = 150

/** How incidents end: `settleIncidents`. */
const settling = { flaps: 2, calm: 300, grace: 180 }

/**
 * Milliseconds after a connection or disconnection until presence is compared: its storage is in progress, and others
 * may follow.
 */
const SOON = 200
/** ms between two such runs during a reconnect storm. */
const APART = 1000

let stirred = Number.NEGATIVE_INFINITY
let wake = () => {}
const stir = () => {
  stirred = performance.now() / 1000
  wake()
}
export const left = listen(deviceDisconnected, stir)
export const came = listen(deviceConnected, stir)

/**
 * Compares presence with alarms, so that lost events have no effect: two processes may run at once, each alarm is
 * raised once.
 */
export const watch = defineStartup<System>({
  order: 40,
  role: 'worker',
  async run(system) {
    let looked = Number.NEGATIVE_INFINITY
    const loop = startLoop(BUSY * 1000, system, 'alarms of presence are not looked at', async () => {
      const now = performance.now() / 1000
      if (now - stirred < STIRRED || now - looked >= CALM) {
        looked = now
        await lookAtPresence(system)
      }
    })
    let soon: NodeJS.Timeout | undefined
    let hurried = Number.NEGATIVE_INFINITY
    wake = () => {
      if (soon) return
      const now = performance.now()
      hurried = Math.max(now + SOON, hurried + APART)
      soon = setTimeout(() => {
        soon = undefined
        loop.now()
      }, hurried - now).unref()
    }
  },
})

/** The clock of the database, by which presence is stored. */
export const clock = new ClockSteps()

async function seeClock(db: Db): Promise<number> {
  const request = performance.now()
  const now = await storeNow(db)
  // a slow answer says little about the time
  const answered = performance.now()
  if (answered - request < 2000) clock.see(now, (request + answered) / 2000)
  return now
}

export async function lookAtPresence(system: System): Promise<void> {
  const { id } = devOffline
  const now = await seeClock(system.db)
  const latest = clock.latest(now)
  if (!(await isAnythingPending(system.db, id, now, latest))) return
  const scenes = await system.database.transaction(async (db) => {
    await lockPresenceLook(db)
    const back = await listBack(db, id)
    const ended = back.length ? await endAlarms(db, now, back) : []
    const candidates = await listAway(db, id, latest)
    const raised: Arisen[] = []
    if (candidates.length) {
      const settings = await settingsNow(db)
      const concerned = scenesOf(candidates)
      const gone = (await listGone(db, id, concerned)).map((one) => ({
        ...one,
        since: now - clock.between(one.since, now),
      }))
      const planned = new Map((await listExpected(db, concerned)).map((one) => [one.device_id, plannedOf(one)]))
      const settingOf = (scene_id: number) => settings.of(scene_id, id)
      const judged = evaluateAbsence(gone, await placesOf(db, concerned), now, CERTAIN, settingOf, planned)
      raised.push(
        ...(await raiseUnder(
          db,
          judged.rises.map((rise) => ({ ...rise, type: id })),
          now,
          (rows) => underRoots(judged, gone, rows),
        )),
      )
    }
    const awake = await wakeIgnored(db, now)
    await settle(
      db,
      awake.filter(({ state }) => state === 0),
      now,
    )
    await openIncidents(db, await settleIncidents(db, now, settling), now)
    return [...ended, ...scenesOf([...raised, ...awake])]
  })
  if (scenes.length) system.emit(alarmChanged, { scene_ids: [...new Set(scenes)] })
}

const plannedOf = ({ work, by, ref, cause, from_at, until }: Expected): PlannedAbsence => ({
  until,
  params: { work, by, ref, cause, bound: until - from_at },
})

/** Days for which condition intervals are kept for the simulation of settings. */
const SPELLS_KEPT = 8
/** Days for those of WAN lines: their availability is computed from them. */
const LINES_KEPT = 120

export const purge = defineJob<unknown, System>({
  name: 'alarm.forget',
  every: '25 3 * * *',
  async run(_, system) {
    await purgeAlarms(system.db, system.now() - ALARM_DAYS * 86_400)
    await deleteOldIntervals(system.db, system.now() - SPELLS_KEPT * 86_400, system.now() - LINES_KEPT * 86_400)
  },
})
