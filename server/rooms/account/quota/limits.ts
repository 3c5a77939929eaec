import { accountErrors as errors } from '@belvedere/contract/rooms/account/errors.ts'
import type { QueryContext } from '../../../kernel/db.ts'
import type { Quota } from '../../../engines/quota/define-quota.ts'
import { type Refusal, refuse } from '../../../kernel/refuse.ts'
import { homeTeams } from '../store.ts'
import { listSet, listUsed, lockQuota, type SetQuota, useUp } from './store.ts'

type QuotaCtx = Pick<QueryContext, 'db'>
type InTime = QuotaCtx & { now(): number }

/** The limit of a team for one quota. */
export interface QuotaLimit {
  /** Null: no limit. */
  most: number | null
  source: 'usual' | 'home' | 'own'
}

export type LimitOf = (team_id: number, quota: Pick<Quota, 'key' | 'usual'>) => QuotaLimit

/**
 * The limits of these teams. In order: the team's setting, no limit for teams that run the installation, the setting
 * for all teams, the default.
 */
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

/** The usage of teams; undefined where it is not stored. */
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
 * Refuses when `more` would exceed the team's limit. Concurrent requests for the same quota wait until this transaction
 * ends, so that together they do not exceed it.
 */
export async function requireQuota(at: InTime, quota: Quota, team_id: number, more = 1): Promise<void> {
  const { most } = await limitOf(at, team_id, quota)
  if (most === null) return
  await lockQuota(at.db, team_id, quota.key)
  const used = (await usedOf(at, quota, [team_id]))?.get(team_id) ?? 0
  if (used + more > most) throw quotaRefusal(quota, used, most)
}

/** Uses part of a daily quota; refuses when it is exhausted. */
export async function spendQuota(at: InTime, quota: Quota, team_id: number, more = 1): Promise<void> {
  const { most } = await limitOf(at, team_id, quota)
  const day = dayOf(at.now())
  if (await useUp(at, { team_id, key: quota.key, day, more, most })) return
  const used = (await usedOf(at, quota, [team_id]))?.get(team_id) ?? 0
  throw quotaRefusal(quota, used, most ?? 0)
}

/** The text that all quota refusals share. */
export function quotaRefusal({ key, words, unit }: Quota, used: number, most: number): Refusal {
  const shown = (value: number) => (unit === 'bytes' ? `${Math.round(value / 104_857.6) / 10} MB` : value)
  const values = { ...words, used: shown(used), most: shown(most) }
  return refuse(errors.quotaReached, values, { quota: key, used, limit: most })
}

/** The limit of a team; undefined: no limit. For quotas that a process counts. */
export async function mostOf(at: QuotaCtx, quota: Quota, team_id: number): Promise<number | undefined> {
  return (await limitOf(at, team_id, quota)).most ?? undefined
}
