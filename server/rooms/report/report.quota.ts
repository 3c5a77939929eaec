import type { Db } from '../../kernel/db.ts'
import { defineQuota } from '../../engines/quota/define-quota.ts'
import { requireQuota, spendQuota } from '../account/api.ts'
import { countStored, teamOf } from './store.ts'

export const storedReports = defineQuota({
  key: 'reports',
  order: 8,
  words: { zh: '保留的报告', en: 'kept reports' },
  unit: 'count',
  usual: 2000,
  count: countStored,
})

/** Each takes seconds of processor time, including one that is deleted immediately. */
export const reportsADay = defineQuota({
  key: 'reports-a-day',
  order: 9,
  words: { zh: '生成的报告', en: 'reports made' },
  unit: 'day',
  usual: 200,
})

/** Requires room for one more report of a scene, for the day and in total; in the transaction that orders it. */
export async function requireReport(at: { db: Db; now(): number }, scene_id: number): Promise<void> {
  const team_id = await teamOf(at, scene_id)
  await requireQuota(at, storedReports, team_id)
  await spendQuota(at, reportsADay, team_id)
}
