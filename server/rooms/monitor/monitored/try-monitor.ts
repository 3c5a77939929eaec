import { monitorErrors as errors } from '@belvedere/contract/rooms/monitor/errors.ts'
import type { Out } from '@belvedere/contract/kit/define-calls.ts'
import type { monitoredCalls } from '@belvedere/contract/rooms/monitor/monitored.ts'
import { NobodyServes, TimedOut } from '../../../base/bus/bus.ts'
import type { Ctx } from '../../../kernel/implement.ts'
import { type PollTarget, type PollTestRequest, pollTestSubject, type PollTried } from '../../../devices/poll-link.ts'
import { refuse } from '../../../kernel/refuse.ts'
import { openVault } from '../../../base/keys/vault.ts'
import { checkMonitor } from './check-input.ts'
import { monitorOf, openSecrets } from './sealed.ts'
import { guardOf } from './reach.ts'
import type { MonitoredRow } from './store.ts'
import { isElsewhere, type MonitorIn, type Secrets } from './monitored-rules.ts'

/** Maximum milliseconds of a test, including the queue: SNMP takes longest. */
const WAIT = 45_000

export async function storedSecrets(
  { system }: Ctx,
  { id, sealed }: Pick<MonitoredRow, 'id' | 'sealed'>,
): Promise<Secrets> {
  return sealed ? openSecrets(await openVault(system.config.data), id, sealed) : {}
}

/**
 * As `checkMonitor`. Secrets of a known device are sent only to its own address: otherwise a caller could read them.
 */
export async function checkFor(ctx: Ctx, known: MonitoredRow | undefined, ip: string, monitor: MonitorIn) {
  const kept = known ? await storedSecrets(ctx, known) : {}
  return known && isElsewhere(known, { ip, monitor })
    ? checkMonitor(ctx, monitor, {}, kept)
    : checkMonitor(ctx, monitor, kept)
}

/** Requests one test from a gateway. */
export async function tryMonitor(
  ctx: Ctx,
  ip: string,
  monitor: MonitorIn,
  known: MonitoredRow | undefined,
): Promise<Out<typeof monitoredCalls.test>> {
  const { plain, secrets } = await checkFor(ctx, known, ip, monitor)
  const { reach, home } = await guardOf(ctx)
  const target: PollTarget = {
    device_id: 0,
    scene_id: 0,
    serial: known?.sn ?? '',
    rev: 0,
    ip,
    mac: null,
    vendor: '',
    model: '',
    monitor: monitorOf(plain),
    secrets,
    session: null,
    home,
  }
  const ask: PollTestRequest = { target, reach }
  try {
    const { ok, rtt_us, fault, ...rest } = await ctx.system.bus.request<PollTried>(pollTestSubject, ask, WAIT)
    return { ok: ok ? 1 : 0, rtt_ms: rtt_us === null ? null : rtt_us / 1000, fault: fault as '', ...rest }
  } catch (error) {
    if (error instanceof NobodyServes || error instanceof TimedOut) throw refuse(errors.noPoller)
    throw error
  }
}
