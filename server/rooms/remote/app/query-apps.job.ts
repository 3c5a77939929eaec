import type { System } from '../../../kernel/implement.ts'
import { defineJob } from '../../../base/jobs/job.ts'
import { sendCommand } from '../../../devices/send-command.ts'
import { type App, readApps } from './read-apps.ts'
import { saveApps, staleTellers, type Teller } from './store.ts'

/** Milliseconds for a device to list its apps, rows requested at a time, maximum pages. */
const TIME = 20_000
const ROWS = 200
const PAGES = 5
/** Devices queried at the same time. */
const AT_ONCE = 20
/** Seconds after which a device is queried again, and devices queried in one run. */
const STALE = 6 * 3600
const MOST = 500

/** Queries one device and stores the answer; undefined without an answer. */
export async function queryApps(system: System, { id, scene_id }: Teller): Promise<App[] | undefined> {
  const rows: unknown[] = []
  for (let page = 1; page <= PAGES; page++) {
    const args = { type: 'services', content: { page, limit: ROWS } }
    const outcome = await sendCommand(system, id, { verb: 'cgi', args }, TIME)
    if (!('answer' in outcome) || 'unsupported' in outcome.answer || outcome.answer.result !== 0) return undefined
    const { total, list } = (outcome.answer.data ?? {}) as { total?: unknown; list?: unknown }
    if (Array.isArray(list)) rows.push(...list)
    if (typeof total !== 'number' || rows.length >= total) break
  }
  const apps = readApps(rows)
  await saveApps(system.db, id, apps, system.now())
  system.tell({ topic: 'app', scene_id })
  return apps
}

/** Queries many, some at a time; the number of those that answered. */
export async function queryAllApps(system: System, devices: readonly Teller[]): Promise<number> {
  const queue = devices[Symbol.iterator]()
  let answered = 0
  const lane = async () => {
    for (const device of queue) if (await queryApps(system, device)) answered++
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, devices.length) }, lane))
  return answered
}

/** Queries devices whose data is old, so that lists over all devices are not empty. */
export const refreshApps = defineJob<unknown, System>({
  name: 'device.apps',
  every: '*/5 * * * *',
  async run(_, system) {
    await queryAllApps(system, await staleTellers(system.db, system.now() - STALE, MOST))
  },
})
