import { deviceCame, deviceMoved } from '../../kernel/device-link.ts'
import { listen } from '../../kernel/event.ts'
import type { System } from '../../kernel/implement.ts'
import { defineJob } from '../../kernel/job.ts'
import { intentChanged } from './changed.ts'
import { listUnread, setBase, setSync } from './config-store.ts'
import { keepDocuments } from './documents.ts'
import { askRunning, asText, isOffline } from './running.ts'

/** Devices that are asked at a time: each answers within seconds, and a herd that comes at once is nobody's hurry. */
const AT_ONCE = 20
/** Asked of one sweep, and kept waiting for it; the rest is found by the next. */
const MOST = 500
/** ms between two looks at who came: a herd comes by the hundred a second. */
const EVERY = 250

const waiting = new WeakMap<System, { ids: Set<number>; busy: boolean }>()

/** What a device has when it comes into a scene is its base: what was done on it by hand stays. */
export const readWhenItComes = listen(deviceCame, ({ device_id, scene_id }, system: System) => {
  if (scene_id) return readSoon(system, [device_id])
})
export const readWhenClaimed = listen(deviceMoved, ({ device_id, scene_id, gone }, system: System) => {
  if (scene_id && !gone) return readSoon(system, [device_id])
})
export const readBases = defineJob({
  name: 'intent.read-bases',
  every: '* * * * *',
  run: async (_payload, system: System) => readSoon(system, await listUnread(system, system.now(), undefined, MOST)),
})

/** One process reads a device once, however often it is told of it. */
async function readSoon(system: System, ids: readonly number[]): Promise<void> {
  let line = waiting.get(system)
  if (!line) waiting.set(system, (line = { ids: new Set(), busy: false }))
  for (const id of ids) if (line.ids.size < MOST) line.ids.add(id)
  if (line.busy || line.ids.size === 0) return
  line.busy = true
  try {
    while (line.ids.size > 0) {
      const batch = [...line.ids]
      line.ids.clear()
      await readAll(system, await listUnread(system, system.now(), batch, MOST))
      await new Promise((resolve) => setTimeout(resolve, EVERY).unref())
    }
  } finally {
    line.busy = false
  }
}

async function readAll(system: System, ids: readonly number[]): Promise<void> {
  const queue = ids[Symbol.iterator]()
  const lane = async () => {
    for (const id of queue) await readBase(system, id)
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, ids.length) }, lane))
}

/** Reads what a device has and keeps it as its base; one that has nothing begins with its driver's own document. */
export async function readBase(system: System, device_id: number): Promise<void> {
  const running = await askRunning(system, device_id)
  const now = system.now()
  if ('why' in running && !running.nothing) {
    if (!isOffline(running.why)) await setSync(system, [{ device_id, sync: 0, said: asText(running.why) }], now)
    return
  }
  const [digest = null] = 'config' in running ? await keepDocuments(system, system.db, [running.config], now) : []
  const uuid = 'uuid' in running ? running.uuid : 0
  const scene_id = await setBase(system, device_id, { digest, uuid, at: now })
  if (scene_id) system.emit(intentChanged, { scene_id, ids: [device_id] })
}
