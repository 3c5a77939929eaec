import type { System } from '../../../kernel/implement.ts'
import { defineJob } from '../../../base/jobs/job.ts'
import { dropContents } from '../drop-contents.job.ts'
import { datedBackups, type ThinnableBackup, listPolicies, thinBackups } from './store.ts'
import { surplus } from './thin-rules.ts'
import type { Policy } from './usual.ts'

/** Devices in one step. */
const STEP = 500

/** Removes surplus backups by the policies of the teams, some devices at a time. */
export const thin = defineJob<unknown, System>({
  name: 'device.thin-backups',
  every: '47 2 * * *',
  async run(_, system) {
    for (const { team_id, ...policy } of await listPolicies(system.db)) await thinTeam(system, team_id, policy)
  },
})

async function thinTeam(system: System, team_id: number, policy: Policy): Promise<void> {
  const now = system.now()
  for (let after = 0; ; ) {
    const list = await datedBackups(system.db, team_id, after, policy.newest, STEP)
    const last = list.at(-1)
    if (!last) return
    const devices = Map.groupBy(list, ({ device_id }) => device_id)
    const ids = [...devices.values()].flatMap((one) => surplus(one, policy, now, offsetOf(one, now)))
    if (ids.length > 0) await dropContents(system, await thinBackups(system.db, ids))
    after = last.device_id
  }
}

/**
 * Seconds that the clock of the device's scene is ahead of UTC now; with daylight saving time, days may begin an hour
 * apart.
 */
function offsetOf([first]: readonly ThinnableBackup[], now: number): number {
  try {
    const text = new Intl.DateTimeFormat('en', { timeZone: first?.time_zone || 'UTC', timeZoneName: 'longOffset' })
      .formatToParts(now * 1000)
      .find(({ type }) => type === 'timeZoneName')?.value
    const [, sign = '+', hours = '0', minutes = '0'] = /GMT([+-])(\d\d):(\d\d)/.exec(text ?? '') ?? []
    return (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60)
  } catch {
    return 0
  }
}
