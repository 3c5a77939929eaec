import { accountErrors as errors } from '@belvedere/contract/rooms/account/errors.ts'
import type { QueryContext } from '../../../kernel/db.ts'
import type { Quota } from '../../../engines/quota/define-quota.ts'
import { type Refusal, refuse } from '../../../kernel/refuse.ts'
import { homeTeams } from '../store.ts'
import { listSet, listUsed, lockQuota, type SetQuota, useUp } from './store.ts'

type QuotaCtx = Pick<QueryContext, 'db'>
type InTime = QuotaCtx & { now(): number }

/** What a team may have of something. */
export interface QuotaLimit {
  /** Null: no limit. */
  most: number | null
  source: 'usual' | 'home' | 'own'
}

export type LimitOf = (team_id: number, quota: Pick<Quota, 'key' | 'usual'>) => QuotaLimit

/** The limits of these teams: what was set for them, none for those that run the installation, what was set for all, the usual. */
export async function limitsOf(at: QuotaCtx, team_ids: readonly number[]): Promise<LimitOf> {
  const set = await listSet(at, team_ids)
  const home = await homeTeams(at)
  const found = (team_id: number | null, key: string): SetQuota | undefined =>
    set.find((one) => one.team_id === team_id && one.key === key)
  return (team_id, { key, usual }) => {
    const own = found(team_id, key)
    if (own) return { most: own.most, source: 'own' }
    if (home.includes(team_id)) return { most: null, source: 'home' }
    const all = found(null, key)
    return { most: all ? all.most : usual, source: 'usual' }
  }
}

const limitOf = async (at: QuotaCtx, team_id: number, quota: Quota) => (await limitsOf(at, [team_id]))(team_id, quota)

/** What teams have or have used up; undefined where it is not kept. */
export async function usedOf(
  at: InTime,
  quota: Quota,
  team_ids: readonly number[],
): Promise<Map<number, number> | undefined> {
  const rows = quota.count
    ? await quota.count(at, team_ids, at.now())
    : quota.unit === 'day'
      ? await listUsed(at, quota.key, team_ids, dayOf(at.now()))
      : undefined
  return rows && new Map(rows.map(({ team_id, used }) => [team_id, used]))
}

export const dayOf = (now: number) => Math.floor(now / 86_400)

/**
 * Refuses when `more` would be more than the team may have. Whoever takes of the same waits until this transaction ends, so that
 * of many who ask at once no more get through than may.
 */
export async function requireQuota(at: InTime, quota: Quota, team_id: number, more = 1): Promise<void> {
  const { most } = await limitOf(at, team_id, quota)
  if (most === null) return
  await lockQuota(at.db, team_id, quota.key)
  const used = (await usedOf(at, quota, [team_id]))?.get(team_id) ?? 0
  if (used + more > most) throw quotaRefusal(quota, used, most)
}

/** Uses up so much of what is counted by the day; refuses when the day's is over. */
export async function spendQuota(at: InTime, quota: Quota, team_id: number, more = 1): Promise<void> {
  const { most } = await limitOf(at, team_id, quota)
  const day = dayOf(at.now())
  if (await useUp(at, { team_id, key: quota.key, day, more, most })) return
  const used = (await usedOf(at, quota, [team_id]))?.get(team_id) ?? 0
  throw quotaRefusal(quota, used, most ?? 0)
}

/** What all refusals for a quota say. */
export function quotaRefusal({ key, words, unit }: Quota, used: number, most: number): Refusal {
  const shown = (value: number) => (unit === 'bytes' ? `${Math.round(value / 104_857.6) / 10} MB` : value)
  const values = { ...words, used: shown(used), most: shown(most) }
  return refuse(errors.quotaReached, values, { quota: key, used, limit: most })
}

/** The most a team may have; undefined: no limit. For what is counted where it is held. */
export async function mostOf(at: QuotaCtx, quota: Quota, team_id: number): Promise<number | undefined> {
  return (await limitOf(at, team_id, quota)).most ?? undefined
}
