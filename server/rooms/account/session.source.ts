import type { Grounds, Standing } from '../../kernel/live/standing.ts'
import { discoverGrants } from '../../kernel/discovery/discover.ts'
import type { System } from '../../kernel/implement.ts'
import { lossOf } from '../../kernel/live/loss.ts'
import { defineSessionSource, type TeamLimits } from '../../kernel/session.ts'
import { accessOf } from './access-of.ts'
import { challenge } from './otp/step-up.ts'
import { limitsOf } from './quota/limits.ts'
import { callsAMinute, streams } from './quota/account.quota.ts'
import { freshUntil } from './rules.ts'
import { findActive, findSession, findSessionOf, type SessionRow, touchSession } from './store.ts'

/** Seconds between two updates of a session's last use. */
const TOUCH = 60

/** Sessions for the kernel, with everything that the caller may do and see. */
export const sessionSource = defineSessionSource((system: System) => ({
  async find(tokenHash) {
    const now = system.now()
    const found = await findSession(system, tokenHash, now)
    if (!found) return undefined
    if (found.last_used <= now - TOUCH) await touchSession(system, found.id, now)
    const { id, uid, account, name, channel, lang } = found
    const [access, until] = await Promise.all([accessOf(system, { ...found, uid }), untilOf(system, found)])
    const limits = await limitsOfTeam(system, found.team_id)
    return { id, uid, access, account, name, channel, lang, limits, until, fresh_until: freshUntil(found) }
  },
  standing: (grounds) => standing(system, grounds),
  challenge: (session, spec) => challenge(system, session, spec),
}))

async function limitsOfTeam(system: System, team_id: number): Promise<TeamLimits> {
  const limit = await limitsOf(system, [team_id])
  const [calls, open] = [limit(team_id, callsAMinute).most, limit(team_id, streams).most]
  return { ...(calls !== null && { calls }), ...(open !== null && { streams: open }) }
}

/** When part of the access may expire. */
async function untilOf(system: System, { uid, until }: SessionRow): Promise<number> {
  const grants = await discoverGrants()
  return Math.min(until, (await grants.nextEnd(system, uid)) ?? until)
}

async function standing(system: System, { uid, session_id, call, scene_id }: Grounds): Promise<Standing> {
  const found = await findSessionOf(system, uid, session_id, system.now())
  if (!found) return { lost: (await findActive(system, uid)) ? 'signed_out' : 'account_gone' }
  const lost = call && lossOf(await accessOf(system, { ...found, uid }), call, scene_id)
  return lost ? { lost } : { until: await untilOf(system, found) }
}
