import type { Db } from '../../../kernel/db.ts'
import { defineQuota } from '../../../engines/quota/define-quota.ts'
import { requireQuota } from '../../account/api.ts'
import { countByTeam } from '../../device/api.ts'
import { countBackups } from './store.ts'

export const backups = defineQuota({
  key: 'backups',
  order: 6,
  words: { zh: '保留的备份', en: 'kept backups' },
  unit: 'count',
  usual: 100_000,
  count: countBackups,
})

interface BackupQuotaCtx {
  db: Db
  now(): number
}

/** Requires room for one backup of each device in these scenes, counting pending ones. */
export async function requireBackups(at: BackupQuotaCtx, scene_ids: readonly number[]): Promise<void> {
  for (const { team_id, n } of await countByTeam(at, scene_ids)) await requireQuota(at, backups, team_id, n)
}
