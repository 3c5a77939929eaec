import { networkInterfaces } from 'node:os'
import { monitorErrors as errors } from '@belvedere/contract/rooms/monitor/errors.ts'
import { deviceErrors } from '@belvedere/contract/rooms/device/errors.ts'
import { NobodyServes, TimedOut } from '../../../base/bus/bus.ts'
import type { Ctx } from '../../../kernel/implement.ts'
import { type PollFound, type PollSweepRequest, pollSweepSubject } from '../../../devices/poll-link.ts'
import { refuse } from '../../../kernel/refuse.ts'
import { sendCommand, type CommandOutcome } from '../../../devices/send-command.ts'
import { type DeviceRow, findExtra } from '../../device/api.ts'
import { guardOf } from '../monitored/reach.ts'
import {
  type FoundHost,
  foundIn,
  hostsOf,
  insideOf,
  mostAddresses,
  type ScanNetwork,
  networkOf,
  scanScript,
} from './scan-rules.ts'

export interface Scanned {
  networks: ScanNetwork[]
  found: FoundHost[]
}

/** Seconds for the device to answer. */
const SECONDS = 60

/** The networks to scan: the requested one, else the known ones, as many as fit into one scan. */
function chosen(subnet: string | undefined, known: () => ScanNetwork[]): ScanNetwork[] {
  const request = subnet === undefined ? undefined : networkOf(subnet)
  if (subnet !== undefined && !request) throw refuse(errors.noNetwork)
  if (request && request.count > mostAddresses) throw refuse(errors.largeNetwork, { most: mostAddresses })
  let left = mostAddresses
  const list = (request ? [request] : known()).filter(({ count }) => (left -= count) >= 0)
  if (list.length === 0) throw refuse(errors.noNetwork)
  return list
}

export async function scanFromServer(ctx: Ctx, subnet: string | undefined): Promise<Scanned> {
  const own = () =>
    insideOf(Object.values(networkInterfaces()).flatMap((list) => list?.flatMap(({ cidr }) => cidr ?? []) ?? []))
  const networks = chosen(subnet, own)
  try {
    const addresses = networks.flatMap(hostsOf)
    const ask: PollSweepRequest = { addresses, reach: (await guardOf(ctx)).reach }
    const found = await ctx.system.bus.request<PollFound[]>(pollSweepSubject, ask, 60_000)
    return {
      networks,
      found: found.map(({ ip, mac, rtt_us }) => ({ ip, mac, rtt_ms: rtt_us === null ? null : rtt_us / 1000 })),
    }
  } catch (error) {
    if (error instanceof NobodyServes || error instanceof TimedOut) throw refuse(errors.noPoller)
    throw error
  }
}

export async function scanFromDevice(ctx: Ctx, device: DeviceRow, subnet: string | undefined): Promise<Scanned> {
  if (!device.online) throw refuse(deviceErrors.offline)
  if (!device.verbs.includes('script')) throw refuse(deviceErrors.notSupported)
  const inside = insideOf(await addressesOf(ctx, device.id))
  const networks = chosen(subnet, () => inside)
  const args = { script: scanScript(networks), type: 'shell', timeout: SECONDS }
  return {
    networks,
    found: foundIn(
      textOf(await sendCommand(ctx.system, device.id, { verb: 'script', args }, (SECONDS + 15) * 1000)),
      networks,
    ),
  }
}

/** The addresses of its interfaces, except those towards the internet. */
async function addressesOf(ctx: Ctx, id: number): Promise<string[]> {
  const { facts } = (await findExtra(ctx, id)) ?? {}
  const interfaces = (facts?.['interfaces'] ?? []) as { role?: string; addresses?: string[] }[]
  const sorted = [...interfaces].sort((a, b) => Number(a.role === 'wan') - Number(b.role === 'wan'))
  return sorted.flatMap(({ addresses }) => addresses ?? [])
}

function textOf(outcome: CommandOutcome): string {
  if ('nobody' in outcome) throw refuse(deviceErrors.offline)
  if ('late' in outcome) throw refuse(deviceErrors.timedOut, { seconds: SECONDS })
  if ('broken' in outcome) throw refuse(errors.scanFailed, { why: outcome.broken })
  const { answer } = outcome
  if ('unsupported' in answer) throw refuse(deviceErrors.notSupported)
  if (answer.result !== 0) throw refuse(errors.scanFailed, { why: answer.msg })
  const { text } = (answer.data ?? {}) as { text?: unknown }
  return typeof text === 'string' ? text : ''
}
