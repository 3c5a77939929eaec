import { deviceLeft } from '../../../kernel/device-link.ts'
import { listen } from '../../../kernel/event.ts'
import { gather, type Gathered } from '../../../kernel/gather.ts'
import type { System } from '../../../kernel/implement.ts'
import { type Departure, markOffline } from './store.ts'

const gathering = new WeakMap<System, Gathered<Departure, void>>()

function departures(system: System): Gathered<Departure, void> {
  const known = gathering.get(system)
  if (known) return known
  const made = gather<Departure, void>(async (list) => {
    // a device can leave twice within a batch, by two sessions; only the one it is online by counts
    const gone = await markOffline(system.db, list)
    if (gone.length) system.log.debug({ gone: gone.length }, 'devices went offline')
    return list.map(() => undefined)
  }, 1000)
  gathering.set(system, made)
  return made
}

/** A connection ended. When half the devices go at once (a line is cut) they are marked in batches. */
export const leave = listen(deviceLeft, async ({ device_id, session, at, scene_id }, system: System) => {
  await departures(system)({ device_id, session, at })
  // the event itself told the browsers before the row was changed
  system.tell({ topic: 'device', scene_id, ids: [device_id] })
})
