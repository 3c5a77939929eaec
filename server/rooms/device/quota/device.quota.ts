import type { Db } from '../../../kernel/db.ts'
import { defineQuota } from '../../../engines/quota/define-quota.ts'
import { requireQuota } from '../../account/api.ts'
import { countByTeam, countClaims, countDevices } from './store.ts'

export const devices = defineQuota({
  key: 'devices',
  order: 1,
  words: { zh: '设备', en: 'devices' },
  unit: 'count',
  usual: 2000,
  count: countDevices,
})

/** Devices that a team requested without a proof of possession. */
export const claims = defineQuota({
  key: 'claims',
  order: 2,
  words: { zh: '等待认领的设备', en: 'requested devices' },
  unit: 'count',
  usual: 500,
  count: countClaims,
})

interface DeviceQuotaCtx {
  db: Db
  now(): number
}

/**
 * Requires room for one more device in each of these scenes, once for each occurrence of a scene. In the transaction
 * that adds them.
 */
export async function requireDevices(at: DeviceQuotaCtx, scene_ids: readonly number[]): Promise<void> {
  for (const { team_id, n } of await countByTeam(at, scene_ids)) await requireQuota(at, devices, team_id, n)
}
