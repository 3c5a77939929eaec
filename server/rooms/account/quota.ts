import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import { accountErrors as errors } from '@belvedere/contract/rooms/account/errors.ts'
import { quotaCalls } from '@belvedere/contract/rooms/account/quota.ts'
import { discoverQuotas } from '../../engines/quota/discover-quotas.ts'
import { defineEvent } from '../../kernel/event.ts'
import { type Ctx, implement, type System } from '../../kernel/implement.ts'
import { defineJob } from '../../base/jobs/job.ts'
import { refuse } from '../../kernel/refuse.ts'
import { defineUndo, type Reversal } from '../../engines/undo/define-undo.ts'
import { invalidateSessions } from './api.ts'
import { dayOf, limitsOf, usedOf } from './quota/limits.ts'
import { findTeam, purgeUsed, listSet, listTeams, setQuota, unsetQuota } from './quota/store.ts'
import { homeTeams } from './store.ts'

export const quotaChanged = defineEvent<{ team_id: number }>('account.quota-changed', {
  live: () => ({ topic: 'quota', scene_id: 0 }),
})

/** Days for which daily usage is kept. */
const KEPT_DAYS = 30

export const calls = implement(quotaCalls, {
  async own(ctx) {
    const { team_id } = ctx.access
    return { kinds: await kinds(), quotas: (await usesOf(ctx, [team_id])).get(team_id) ?? [] }
  },

  async teams(ctx, input) {
    const { total, list } = await listTeams(ctx, input)
    const uses = await usesOf(
      ctx,
      list.map(({ id }) => id),
    )
    const home = await homeTeams(ctx)
    const flag = (is: boolean) => (is ? (1 as const) : (0 as const))
    return {
      total,
      list: list.map((one) => ({ ...one, home: flag(home.includes(one.id)), quotas: uses.get(one.id) ?? [] })),
    }
  },

  async usual(ctx) {
    // without a team: the limit where none is set
    const limit = await limitsOf(ctx, [])
    const all = await discoverQuotas()
    const quotas = all.map((quota) => ({ key: quota.key, used: null, ...limit(0, quota) }))
    return { kinds: await kinds(), quotas }
  },

  async set(ctx, { team_id = null, values }) {
    const known = new Set((await discoverQuotas()).map(({ key }) => key))
    const wrong = values.find(({ key }) => !known.has(key))
    if (wrong) throw refuse(errors.unknownQuota, { key: wrong.key })
    const team = team_id === null ? undefined : await findTeam(ctx, team_id)
    if (team_id !== null && !team) throw refuse(commonErrors.notFound)
    const before = await stateOf(ctx, team_id)
    for (const { key, most = null, unlimited } of values) {
      if (most === null && !unlimited) await unsetQuota(ctx, team_id, key)
      else await setQuota(ctx, { team_id, key, most: unlimited ? null : most })
    }
    const after = await stateOf(ctx, team_id)
    ctx.audit({ object: team_id === null ? 'quota' : `quota:${team_id}`, name: team?.name ?? '', before, after })
    // limits are part of sessions
    ctx.afterwards(() => invalidateSessions(ctx.system, [0]))
    ctx.emit(quotaChanged, { team_id: team_id ?? 0 })
    return {}
  },
})

async function kinds() {
  return (await discoverQuotas()).map(({ key, words, unit }) => ({ key, ...words, unit }))
}

/** The limits and the usage of teams, for every quota. */
async function usesOf(ctx: Ctx, team_ids: readonly number[]) {
  const limit = await limitsOf(ctx, team_ids)
  const uses = new Map(
    team_ids.map((id) => [id, [] as ({ key: string; used: number | null } & ReturnType<typeof limit>)[]]),
  )
  for (const quota of await discoverQuotas()) {
    const used = await usedOf(ctx, quota, team_ids)
    for (const [id, list] of uses)
      list.push({ key: quota.key, used: used ? (used.get(id) ?? 0) : null, ...limit(id, quota) })
  }
  return uses
}

type QuotaValues = Record<string, number | 'usual' | 'unlimited'>

/** The settings by name; `usual` where none is set. */
async function stateOf(ctx: Ctx, team_id: number | null): Promise<{ values: QuotaValues }> {
  const set = (await listSet(ctx, team_id === null ? [] : [team_id])).filter((one) => one.team_id === team_id)
  const values: QuotaValues = Object.fromEntries((await discoverQuotas()).map(({ key }) => [key, 'usual']))
  for (const { key, most } of set) values[key] = most ?? 'unlimited'
  return { values }
}

export const sweepUsed = defineJob({
  name: 'account.sweep-quota-use',
  every: '20 3 * * *',
  async run(_: unknown, system: System) {
    await purgeUsed(system, dayOf(system.now()) - KEPT_DAYS)
  },
})

const quota: Reversal = {
  kind: 'quota',
  read: (ctx, id) => stateOf(ctx, id || null),
  async change(ctx, id, to) {
    const { values } = to as { values: QuotaValues }
    const wishes = Object.entries(values).map(([key, value]) => {
      if (value === 'usual') return { key }
      return value === 'unlimited' ? { key, unlimited: 1 as const } : { key, most: value }
    })
    await calls.handlers.set(ctx, { ...(id ? { team_id: id } : {}), values: wishes })
  },
}

export const undo = defineUndo(quotaCalls, { set: quota })
