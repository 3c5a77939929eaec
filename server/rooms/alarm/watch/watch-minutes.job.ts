import type { System } from '../../../kernel/implement.ts'
import { defineJob } from '../../../base/jobs/job.ts'
import { devExpired, devIpConflict, settingsNow, saveIntervals } from '../../alarm-type/api.ts'
import { conflictsAmong, domainsOf } from '../../topology/api.ts'
import { alarmChanged, changedBy } from '../changed.events.ts'
import { raiseWithin } from '../raise.ts'
import { endAlarms, listCertificates, listLastingOf, listSharers, type Rise } from '../store.ts'
import { endUnobserved, raiseObserved } from './watch-device-events.gateway.ts'

const DAY = 86_400
/** Seconds within which both terminals were seen: an address that was reassigned is not a conflict. */
const SEEN = 180

/** Conditions that no single report shows: addresses used twice, certificates that expire, faults without further events. */
export const look = defineJob<unknown, System>({
  name: 'alarm.look',
  every: '* * * * *',
  async run(_, system) {
    await raiseObserved(system)
    await endUnobserved(system)
    await lookAtConflicts(system)
    await lookAtCertificates(system)
  },
})

export async function lookAtConflicts(system: System): Promise<void> {
  const now = system.now()
  const sharers = await listSharers(system.db, now - SEEN)
  const domains = await domainsOf(system, sharers, now)
  const holders = sharers.map((one, n) => ({ ...one, domain: domains[n] ?? '' }))
  const found = [...Map.groupBy(holders, ({ scene_id, ip }) => `${scene_id} ${ip}`).values()].flatMap((list) =>
    conflictsAmong(list).flatMap((some) => {
      const [first] = some.toSorted((a, b) => a.device_id - b.device_id)
      const [{ scene_id, ip } = { scene_id: 0, ip: '' }] = list
      const macs = some.map(({ mac }) => mac)
      return first ? [{ device_id: first.device_id, scene_id, key: ip, at: now, params: { ip, macs } }] : []
    }),
  )
  // in two networks of one device: an alarm for both
  const once = new Map(found.map((one) => [`${one.device_id} ${one.key}`, one]))
  await bring(system, devIpConflict.id, [...once.values()], 'macs')
}

export async function lookAtCertificates(system: System): Promise<void> {
  const now = system.now()
  const settings = await settingsNow(system.db)
  const found = (await listCertificates(system.db))
    .filter(({ scene_id, end }) => end - now < (settings.of(scene_id, devExpired.id).threshold ?? 0) * DAY)
    .map(({ end, ...device }) => ({ ...device, key: '', at: now, params: { end } }))
  await bring(system, devExpired.id, found, 'end')
}

/** Raises new findings and ends former ones; `by`: the parameter that holds their source. */
async function bring(
  system: System,
  type: string,
  found: readonly Omit<Rise, 'type' | 'level'>[],
  by: string,
): Promise<void> {
  const now = system.now()
  const settings = await settingsNow(system.db)
  const rises = found.flatMap((one) => {
    const { enabled, level } = settings.of(one.scene_id, type)
    return enabled ? [{ ...one, type, level }] : []
  })
  const lasting = (await listLastingOf(system.db, [type])).filter(({ params }) => params[by] !== undefined)
  const there = new Set(rises.map(({ device_id, key }) => `${device_id} ${key}`))
  const known = new Set(lasting.map(({ device_id, key }) => `${device_id} ${key}`))
  const fresh = rises.filter(({ device_id, key }) => !known.has(`${device_id} ${key}`))
  const over = lasting.filter(({ device_id, key }) => !there.has(`${device_id} ${key}`))
  const changed = await system.database.transaction(async (db) => {
    await saveIntervals(
      db,
      fresh.map(({ level: _, params: __, at, ...one }) => ({ ...one, from_at: at, to_at: at, peak: null })),
    )
    const ended = over.length ? await endAlarms(db, now, over) : []
    return changedBy(await raiseWithin(db, fresh, now), ended)
  })
  if (changed.scene_ids.length) system.emit(alarmChanged, changed)
}
