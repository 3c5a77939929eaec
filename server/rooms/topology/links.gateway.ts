import { deviceConnected, deviceEvent } from '../../devices/device-link.ts'
import { defineEvent, eventSubject, listen } from '../../kernel/event.ts'
import type { System } from '../../kernel/implement.ts'
import { defineJob } from '../../base/jobs/job.ts'
import { defineStartup } from '../../kernel/startup.ts'
import { topologyChanged } from './changed.events.ts'
import { invalidateObservations } from './observed.sink.ts'
import { bumpScenes, endAtPort, purgePast } from './store.ts'

/** Days for which the past is kept: as long as the roll-ups of five minutes. */
const KEPT = 120

/** A disconnection is published by the device room after it was stored. */
export const came = listen(deviceConnected, ({ scene_id }, system: System) => {
  if (scene_id !== 0) system.emit(topologyChanged, { scene_ids: [scene_id] })
})

/** An event ended links of a device: a reader of its reports must not skip the next one as unchanged. */
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

/** A socket lost its carrier: its links end now, not with the device's next report. */
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
