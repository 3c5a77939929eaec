import { setTimeout as sleep } from 'node:timers/promises'
import type { System } from '../../../kernel/implement.ts'
import { clockSet } from '../../../kernel/live/clock-link.ts'
import { listen } from '../../../kernel/event.ts'
import { defineJob } from '../../../base/jobs/job.ts'
import { defineStartup } from '../../../kernel/startup.ts'
import { CampaignDriver, LEASE } from './driver.ts'
import { leases } from './store.ts'

/** Milliseconds between two steps while commands are running, and while the campaign waits for people or for a time. */
const PACE = { again: 1500, idle: 8000 }

/** Campaigns driven by this process. */
const driven = new WeakMap<System, Map<number, { wake: AbortController }>>()

/** Takes over campaigns without a driver: new ones, and those whose driver's lease expired. */
export const drive = defineJob<{ id?: number } | null, System>({
  name: 'firmware.drive',
  every: '* * * * *',
  async run(payload, system) {
    const id = payload?.id
    const mine = id === undefined ? undefined : driven.get(system)?.get(id)
    if (mine) return mine.wake.abort()
    const ids = id === undefined ? await leases.undriven(system.db) : [id]
    for (const one of ids) follow(system, one)
  },
})

/** A clock that was set back would extend the lease of a dead driver by the same time. */
export const shorten = listen(clockSet, (_, system: System) => leases.shorten(system.db, LEASE))

/** A restarted process resumes as soon as its own lease expires, not only at the next full minute. */
export const takeUp = defineStartup<System>({
  order: 60,
  role: 'worker',
  async run(system) {
    await leases.shorten(system.db, LEASE)
    const again = () =>
      system.enqueue(drive, {}).catch((error: unknown) => system.log.warn({ error: String(error) }, 'campaigns'))
    setTimeout(() => void again(), (LEASE + 1) * 1000).unref()
  },
})

function follow(system: System, id: number): void {
  const all = driven.get(system) ?? new Map<number, { wake: AbortController }>()
  driven.set(system, all)
  if (all.has(id)) return
  const place = { wake: new AbortController() }
  all.set(id, place)
  void loop(system, id, place)
    .catch((error: unknown) => {
      // the database is unavailable, or the process is stopping: the rows hold the state, and the job resumes within a
      // minute
      system.log.warn({ campaign: id, error: String(error) }, 'campaign left')
    })
    .finally(() => all.delete(id))
}

async function loop(system: System, id: number, place: { wake: AbortController }): Promise<void> {
  const driver = new CampaignDriver(system, id)
  for (;;) {
    const outcome = await driver.tick()
    if (outcome === 'over') return
    place.wake = new AbortController()
    await sleep(PACE[outcome], undefined, { signal: place.wake.signal, ref: false }).catch(() => {})
  }
}
