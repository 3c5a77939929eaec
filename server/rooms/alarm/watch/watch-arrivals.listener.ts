import { deviceConnected, deviceDisconnected } from '../../../devices/device-link.ts'
import { listen } from '../../../kernel/event.ts'
import { batcher, type Batched } from '../../../engines/batcher/batcher.ts'
import type { System } from '../../../kernel/implement.ts'
import { storeNow } from '../../../kernel/database/store-clock.ts'
import {
  devOffline,
  devOnline,
  devUpgrade,
  settingsNow,
  endOfflineIntervals,
  saveIntervals,
  NOT_ENDED,
} from '../../alarm-type/api.ts'
import { endAbsences as endPlanned } from '../../topology/api.ts'
import { alarmChanged } from '../changed.events.ts'
import { note } from '../raise.ts'
import { firmwareChanges, listElsewhere, type Rise } from '../store.ts'
import { clock } from './watch-presence.job.ts'

interface Passage {
  device_id: number
  scene_id: number
  session: string
  came: boolean
}

/** Maximum number of devices handled together, and milliseconds between two runs: a reconnect storm is not urgent. */
const MOST = 500
const EVERY = 1000
/** Seconds after which an arrival is no longer reported. */
const LATE = 30

let gathered: { system: System; take: Batched<Passage, void> } | undefined

function pass(system: System, passage: Passage): Promise<void> | undefined {
  if (!passage.scene_id) return undefined
  if (gathered?.system !== system)
    gathered = { system, take: batcher((list) => takePassages(system, list), MOST, EVERY) }
  return gathered.take(passage)
}

export const came = listen(deviceConnected, ({ device_id, scene_id, session }, system: System) =>
  pass(system, { device_id, scene_id, session, came: true }),
)
/** Another connection of the device took over, or it was released: it is not offline. */
export const left = listen(deviceDisconnected, ({ device_id, scene_id, session, reason }, system: System) =>
  reason === 'replaced' ? undefined : pass(system, { device_id, scene_id, session, came: false }),
)

/** Stores when devices were offline, and raises the alarms of reconnected devices and of their firmware. */
async function takePassages(system: System, list: readonly Passage[]): Promise<undefined[]> {
  const goodbyes = list.filter(({ came }) => !came)
  const late = goodbyes.length ? await listElsewhere(system.db, goodbyes) : new Set<number>()
  const passed = list.filter(({ came, device_id }) => came || !late.has(device_id))
  // only the last of several connections and disconnections of a device counts
  const last = [...new Map(passed.map((one) => [one.device_id, one])).values()]
  const [here, gone] = [last.filter(({ came }) => came), last.filter(({ came }) => !came)]
  const now = await storeNow(system.db)
  const scenes = await system.database.transaction(async (db) => {
    const settings = await settingsNow(db)
    const notes: Rise[] = []
    const add = (
      type: string,
      { device_id, scene_id }: { device_id: number; scene_id: number },
      params: Rise['params'],
    ) => {
      const { enabled, level, duration_s } = settings.of(scene_id, type)
      if (enabled && !(type === devOnline.id && Number(params['away']) < duration_s))
        notes.push({ type, level, device_id, scene_id, key: '', at: now, params })
    }
    if (gone.length)
      await saveIntervals(
        db,
        gone.map(({ device_id, scene_id }) => ({
          device_id,
          scene_id,
          type: devOffline.id,
          key: '',
          from_at: now,
          to_at: NOT_ENDED,
          peak: null,
        })),
      )
    if (here.length) {
      const ids = here.map(({ device_id }) => device_id)
      await endPlanned(db, ids)
      // an interval that ended earlier does not belong to this connection
      for (const spell of await endOfflineIntervals(db, devOffline.id, ids))
        if (clock.between(spell.to_at, now) <= LATE)
          add(devOnline.id, spell, { away: clock.between(spell.from_at, spell.to_at) })
      const changes = await firmwareChanges(db, ids)
      for (const { from, to, ...device } of changes) add(devUpgrade.id, device, { from, to })
      await saveIntervals(
        db,
        changes.map(({ device_id, scene_id }) => ({
          device_id,
          scene_id,
          type: devUpgrade.id,
          key: '',
          from_at: now,
          to_at: now,
          peak: null,
        })),
      )
    }
    return note(db, notes, now)
  })
  if (scenes.length) system.emit(alarmChanged, { scene_ids: scenes })
  return list.map(() => undefined)
}
