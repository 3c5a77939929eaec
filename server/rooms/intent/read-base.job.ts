import { deviceConnected, deviceSceneChanged } from '../../devices/device-link.ts'
import { listen } from '../../kernel/event.ts'
import { batcher, type Batched } from '../../engines/batcher/batcher.ts'
import type { System } from '../../kernel/implement.ts'
import { defineJob } from '../../base/jobs/job.ts'
import { isDeadlock } from '../../kernel/database/recognise-error.ts'
import { intentChanged } from './changed.events.ts'
import { type Base, listUnread, noteUnread, setBases } from './config-store.ts'
import { type JsonRecord, saveDocuments } from './documents.ts'
import { queryRunning, asText, isOffline, type RunningConfig } from './running.ts'

/** Devices that are read at the same time: each answers within seconds, and a reconnect storm is not urgent. */
const AT_ONCE = 20
/** Maximum number of devices in one sweep, and waiting; the next sweep finds the rest. */
const MOST = 500
/** ms between two checks of connected devices: in a reconnect storm they come by the hundred a second. */
const EVERY = 250
/** Milliseconds between two writes of what was read. */
const KEEP_EVERY = 100

const waiting = new WeakMap<System, { ids: Set<number>; busy: boolean }>()

/** The configuration of a device when it joins a scene is its base: manual changes stay. */
export const readWhenItComes = listen(deviceConnected, ({ device_id, scene_id }, system: System) => {
  if (scene_id) return readSoon(system, [device_id])
})
export const readWhenClaimed = listen(deviceSceneChanged, ({ device_id, scene_id, gone }, system: System) => {
  if (scene_id && !gone) return readSoon(system, [device_id])
})
export const readBases = defineJob({
  name: 'intent.read-bases',
  every: '* * * * *',
  run: async (_payload, system: System) => readSoon(system, await listUnread(system, system.now(), undefined, MOST)),
})

/** One process reads a device once, independent of the number of events. */
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

/** Reads the configuration of a device and stores it as its base; without one it starts with its driver's document. */
export async function readBase(system: System, device_id: number): Promise<void> {
  const running = await queryRunning(system, device_id)
  if ('why' in running && isOffline(running.why)) return
  await keeperOf(system)({ device_id, running })
}

interface BaseReading {
  device_id: number
  running: RunningConfig
}

const keepers = new WeakMap<System, Batched<BaseReading, void>>()

/** Configurations read from several devices are stored together. */
function keeperOf(system: System): Batched<BaseReading, void> {
  const known = keepers.get(system)
  if (known) return known
  const made = batcher<BaseReading, void>(
    async (list) => {
      await keepAgain(system, [...new Map(list.map((one) => [one.device_id, one])).values()])
      return list.map(() => undefined)
    },
    AT_ONCE,
    KEEP_EVERY,
  )
  keepers.set(system, made)
  return made
}

/** Number of attempts while other writers lock the same devices. */
const TRIES = 3

async function keepAgain(system: System, list: readonly BaseReading[]): Promise<void> {
  for (let time = 1; ; time++)
    try {
      return await keep(system, list)
    } catch (error) {
      if (!isDeadlock(error) || time === TRIES) throw error
    }
}

async function keep(system: System, list: readonly BaseReading[]): Promise<void> {
  const now = system.now()
  const refused: { device_id: number; message: string }[] = []
  const bases: Base[] = []
  const configs: JsonRecord[] = []
  const told: Base[] = []
  for (const { device_id, running } of list) {
    if ('why' in running && !running.nothing) {
      refused.push({ device_id, message: asText(running.why) })
      continue
    }
    const base: Base = { device_id, digest: null, uuid: 'uuid' in running ? running.uuid : 0 }
    bases.push(base)
    if (!('config' in running)) continue
    configs.push(running.config)
    told.push(base)
  }
  if (refused.length) await noteUnread(system, refused, now)
  if (configs.length) {
    const digests = await saveDocuments(system, system.db, configs, now)
    told.forEach((base, at) => (base.digest = digests[at] ?? null))
  }
  const set = bases.length ? await setBases(system, bases, now) : []
  for (const [scene_id, own] of Map.groupBy(set, (one) => one.scene_id))
    system.emit(intentChanged, { scene_id, ids: own.map(({ device_id }) => device_id) })
}
