import { randomBytes } from 'node:crypto'
import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import type { In, Out } from '@belvedere/contract/kit/define-calls.ts'
import { deviceErrors } from '@belvedere/contract/rooms/device/errors.ts'
import { remoteErrors as errors } from '@belvedere/contract/rooms/remote/errors.ts'
import { remoteCalls } from '@belvedere/contract/rooms/remote/remote.ts'
import { NobodyServes } from '../../../base/bus/bus.ts'
import type { Ctx } from '../../../kernel/implement.ts'
import { groundsOf } from '../../../devices/device-channels.ts'
import { refuse } from '../../../kernel/refuse.ts'
import { hashToken, newToken } from '../../../kernel/session.ts'
import { type OpenedTunnel, type OpenTunnel, openTunnelSubject } from '../../../devices/tunnel-link.ts'
import { type HeldDevice, pickDevices } from '../../device/api.ts'
import { tunnels } from '../quota/remote.quota.ts'
import { insertTask } from '../../task/api.ts'
import { mostOf, quotaRefusal } from '../../account/api.ts'
import { insertRemote } from './store.ts'

const MINUTES = 30
/** Seconds after the end of its session at which a task counts as lost. */
const SLACK = 60

/**
 * Opens a tunnel to a service behind a device; it ends by itself. Devices whose driver does not support tunnels are
 * refused.
 */
export async function openCustom(
  ctx: Ctx,
  input: In<typeof remoteCalls.custom>,
): Promise<Out<typeof remoteCalls.custom>> {
  const { id, scheme = 'http', host = '127.0.0.1', minutes = MINUTES } = input
  const port = input.port ?? (scheme === 'https' ? 443 : 80)
  const [device] = await pickDevices(ctx, [id])
  if (!device) throw refuse(commonErrors.notFound)
  if (!device.verbs.includes('tunnel')) throw refuse(deviceErrors.notSupported)
  if (!device.online) throw refuse(deviceErrors.offline)
  const [session, ticket, at] = [randomBytes(16).toString('hex'), newToken(), ctx.now()]
  const expires_at = at + minutes * 60
  const tunnel = {
    session,
    device_id: id,
    connection: device.connection,
    team_id: ctx.access.team_id,
    grounds: groundsOf(ctx, remoteCalls.custom, device),
    scheme,
    host,
    port,
    seconds: minutes * 60,
    ticket: hashToken(ticket).toString('base64'),
  }
  const opened = await openWay(ctx, tunnel)
  const target = `${scheme}://${host}:${port}`
  const task_id = await noteTask(ctx, device, minutes * 60)
  const kind = scheme === 'tcp' ? ('tcp' as const) : ('web' as const)
  const operator = ctx.session?.name ?? ''
  const remote_id = await insertRemote(ctx.db, {
    session,
    kind,
    device_id: id,
    device_name: device.name,
    scene_id: device.scene_id,
    task_id,
    uid: ctx.uid,
    operator,
    target,
    started_at: at,
    expires_at,
  })
  const { name, scene_id } = device
  ctx.audit({ object: `device:${id}`, name, scene_id, after: { task: 'remote', task_id, target, minutes } })
  ctx.system.tell({ topic: 'remote', scene_id })
  return { id: remote_id, ...opened, path: `/__open/${ticket}`, expires_at, task_id }
}

async function openWay(ctx: Ctx, request: OpenTunnel): Promise<{ port: number; origin: string }> {
  const most = await mostOf(ctx, tunnels, request.team_id)
  const ask: OpenTunnel = { ...request, ...(most !== undefined && { most }) }
  try {
    const opened = await ctx.system.bus.request<OpenedTunnel>(openTunnelSubject, ask, 10_000)
    if ('port' in opened) return opened
    if (most !== undefined && opened.mine >= most) throw quotaRefusal(tunnels, opened.mine, most)
  } catch (error) {
    if (!(error instanceof NobodyServes)) throw error
  }
  throw refuse(errors.tooManyWays)
}

function noteTask(ctx: Ctx, { id, sn, name, scene_id }: HeldDevice, seconds: number): Promise<number> {
  return insertTask(ctx, {
    type: 'remote',
    team_id: ctx.access.team_id,
    uid: ctx.uid,
    operator: ctx.session?.name ?? '',
    at: ctx.now(),
    within: seconds + SLACK,
    items: [{ device_id: id, sn, name, scene_id }],
  })
}
