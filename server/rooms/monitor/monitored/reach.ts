import type { QueryContext } from '../../../kernel/db.ts'
import type { Ctx, System } from '../../../kernel/implement.ts'
import { type MonitorReach, monitorGuard } from '../../../base/edge/outbound.ts'
import { homeTeams } from '../../account/api.ts'
import { listNetworks } from './network-store.ts'

/** The networks that monitors of every team may reach from this server. */
export async function monitorReach({ config, ...at }: QueryContext & Pick<System, 'config'>): Promise<MonitorReach> {
  const listed = await listNetworks(at)
  return { listed: listed.map(({ network }) => network), trusted: config['monitor-networks'] }
}

/**
 * Checks addresses for the caller. A device is monitored for the team of its scene, and gateways check by that team.
 * The caller needs the same right, otherwise a guest could scan the networks of the installation's team.
 */
export async function guardOf(ctx: Ctx) {
  const reach = await monitorReach({ ...ctx, config: ctx.system.config })
  const home = (await homeTeams(ctx)).includes(ctx.access.team_id)
  const guard = monitorGuard(reach)
  return { reach, home, forbidden: (ip: string) => guard(ip, home) }
}
