import { deviceConnected, deviceEvent } from '../../devices/device-link.ts'
import { defineEvent, eventSubject, listen } from '../../kernel/event.ts'
import type { System } from '../../kernel/implement.ts'
import { defineJob } from '../../base/jobs/job.ts'
import { defineStartup } from '../../kernel/startup.ts'
import { topologyChanged } from './changed.events.ts'
import { invalidateObservations } from './observed.sink.ts'
import { bumpScenes, endAtPort, purgePast } from './store.ts'

/** Days that are kept of the past: as long as the roll-ups of five minutes tell how it was. */
const KEPT = 120

/** Whoever leaves is told of once that is booked, by the device room. */
export const came = listen(deviceConnected, ({ scene_id }, system: System) => {
  if (scene_id !== 0) system.emit(topologyChanged, { scene_ids: [scene_id] })
})

/** Links of a device were ended by what happened: whoever reads its reports may not take the next one for nothing new. */
export const linksLost = defineEvent<{ device_id: number }>('topology.links-lost')

export const purgeEndedLinks = defineStartup<System>({
  order: 21,
  role: 'gateway',
  async run({ bus }) {
    bus.subscribe(eventSubject(linksLost.name), ({ device_id }: { device_id: number }) =>
      invalidateObservations(device_id),
    )
  },
})

/** A socket lost its carrier: its links are over now, and not with the device's next report. */
export const carrier = listen(deviceEvent, async ({ device_id, event }, system: System) => {
  const port = event.type === 'wired.carrier-down' ? event.data?.['name'] : undefined
  if (typeof port !== 'string' || port === '') return
  const scene_ids = await system.database.transaction(async (db) => {
    const scenes = await endAtPort(db, device_id, port, system.now())
    if (scenes.length > 0) await bumpScenes(db, scenes)
    return scenes
  })
  system.emit(linksLost, { device_id })
  if (scene_ids.length > 0) system.emit(topologyChanged, { scene_ids })
})

export const purge = defineJob<unknown, System>({
  name: 'topology.forget',
  every: '40 3 * * *',
  async run(_, system) {
    await purgePast(system.db, system.now() - KEPT * 86_400)
  },
})
