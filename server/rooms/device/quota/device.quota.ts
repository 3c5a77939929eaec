import type { Db } from '../../../kernel/db.ts'
import { defineQuota } from '../../../engines/quota/define-quota.ts'
import { requireQuota } from '../../account/api.ts'
import { countBackups, countByTeam, countClaims, countDevices, countRemote } from './store.ts'

export const devices = defineQuota({
  key: 'devices',
  order: 1,
  words: { zh: '设备', en: 'devices' },
  unit: 'count',
  usual: 2000,
  count: countDevices,
})

/** Devices that a team asked for and has not proved to have. */
export const claims = defineQuota({
  key: 'claims',
  order: 2,
  words: { zh: '等待认领的设备', en: 'devices asked for' },
  unit: 'count',
  usual: 500,
  count: countClaims,
})

/** Held by the tunnel gateway, which counts them where they are: each has a port of its own. */
export const tunnels = defineQuota({
  key: 'tunnels',
  order: 3,
  words: { zh: '同时打开的设备网页', en: 'open pages of devices' },
  unit: 'count',
  usual: 6,
  count: (at, team_ids, now) => countRemote(at, team_ids, ['web', 'tcp'], now),
})

export const shells = defineQuota({
  key: 'shells',
  order: 4,
  words: { zh: '同时打开的远程终端', en: 'open remote shells' },
  unit: 'count',
  usual: 30,
  count: (at, team_ids, now) => countRemote(at, team_ids, ['shell'], now),
})

export const backups = defineQuota({
  key: 'backups',
  order: 6,
  words: { zh: '保留的备份', en: 'kept backups' },
  unit: 'count',
  usual: 100_000,
  count: countBackups,
})

interface DeviceQuotaCtx {
  db: Db
  now(): number
}

/** Room for one more device in each of these scenes, as often as a scene stands there. In the transaction that adds them. */
export async function requireDevices(at: DeviceQuotaCtx, scene_ids: readonly number[]): Promise<void> {
  for (const { team_id, n } of await countByTeam(at, scene_ids)) await requireQuota(at, devices, team_id, n)
}

/** Room for a backup of a device in each of these scenes, counted with those that are under way. */
export async function requireBackups(at: DeviceQuotaCtx, scene_ids: readonly number[]): Promise<void> {
  for (const { team_id, n } of await countByTeam(at, scene_ids)) await requireQuota(at, backups, team_id, n)
}
