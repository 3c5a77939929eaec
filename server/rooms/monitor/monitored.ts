import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import { monitorErrors as errors } from '@belvedere/contract/rooms/monitor/errors.ts'
import { monitoredCalls } from '@belvedere/contract/rooms/monitor/monitored.ts'
import { deviceSceneChanged } from '../../devices/device-link.ts'
import { type Ctx, implement } from '../../kernel/implement.ts'
import { pollChanged } from '../../devices/poll-link.ts'
import { refuse } from '../../kernel/refuse.ts'
import { openVault } from '../../base/keys/vault.ts'
import { findDevice } from '../device/api.ts'
import { addMonitored, monitoredContentOf } from './monitored/add-monitored.ts'
import { sealSecrets } from './monitored/sealed.ts'
import { changeMonitored, findMonitored, clearOutcome, lockMonitored, type MonitoredRow } from './monitored/store.ts'
import { checkFor, storedSecrets, tryMonitor } from './monitored/try-monitor.ts'
import { checkAddress, requireNetworks } from './monitored/check-input.ts'
import { listNetworks, setNetworks } from './monitored/network-store.ts'

export const calls = implement(monitoredCalls, {
  async mod(ctx, { id, ...input }) {
    if (id === undefined) {
      if (!input.scene_id) throw refuse(commonErrors.badInput)
      return { id: await addMonitored(ctx, { ...input, scene_id: input.scene_id }) }
    }
    const before = await held(ctx, id)
    const ip = await checkAddress(ctx, input.ip, input.monitor)
    const { plain, secrets } = await checkFor(ctx, before, ip, input.monitor)
    const sealed = sealSecrets(await openVault(ctx.system.config.data), id, secrets)
    const { mac = before.mac ?? '', logo_id = before.logo_id ?? 0 } = input
    await changeMonitored(ctx, id, {
      ...(await monitoredContentOf(ctx, { ...input, ip, mac, logo_id }, plain)),
      sealed,
    })
    if (plain.type === 'none') await clearOutcome(ctx, id)
    noteChange(ctx, before, (await lockMonitored(ctx, id)) ?? before)
    return { id }
  },

  async test(ctx, { id, ip, monitor }) {
    const known = id === undefined ? undefined : await found(ctx, id)
    return tryMonitor(ctx, await checkAddress(ctx, ip, monitor), monitor, known)
  },

  async get(ctx, { id }) {
    const { monitor, mac, team_id: _, sealed, sn: __, ...rest } = await found(ctx, id)
    const kept = await storedSecrets(ctx, { id, sealed })
    const isSet = (name: keyof typeof kept) => (kept[name] ? (1 as const) : (0 as const))
    const secrets = {
      community: isSet('community'),
      auth_password: isSet('auth_password'),
      priv_password: isSet('priv_password'),
    }
    return { ...rest, kind: rest.kind as 'other', mac: mac ?? '', monitor: { ...monitor, ...secrets } }
  },

  async networks(ctx) {
    const trusted = ctx.system.config['monitor-networks']
    return { networks: await listNetworks(ctx), trusted }
  },

  async allow(ctx, { networks }) {
    const list = requireNetworks(ctx, networks)
    const before = { networks: await listNetworks(ctx) }
    await setNetworks(ctx, list)
    ctx.audit({ object: 'monitor-networks:1', before, after: { networks: await listNetworks(ctx) } })
    // gateways query the reachable networks together with the devices that they poll
    ctx.emit(pollChanged, { device_ids: [] })
    return {}
  },
})

async function held(ctx: Ctx, id: number): Promise<MonitoredRow> {
  return (await lockMonitored(ctx, id)) ?? missing(ctx, id)
}

async function found(ctx: Ctx, id: number): Promise<MonitoredRow> {
  return (await findMonitored(ctx, id)) ?? missing(ctx, id)
}

async function missing(ctx: Ctx, id: number): Promise<never> {
  throw refuse((await findDevice(ctx, id)) ? errors.notThird : commonErrors.notFound)
}

/** The fields of a device in the operation log: all except its secrets. */
export const shownMonitored = ({ name, kind, ip, mac, monitor, logo_id }: MonitoredRow) => ({
  name,
  kind,
  ip,
  mac,
  monitor,
  logo_id,
})

function noteChange(ctx: Ctx, before: MonitoredRow, after: MonitoredRow): void {
  const { id, scene_id } = before
  ctx.audit({
    object: `device:${id}`,
    name: after.name,
    scene_id,
    before: shownMonitored(before),
    after: shownMonitored(after),
  })
  ctx.emit(pollChanged, { device_ids: [id] })
  ctx.emit(deviceSceneChanged, { device_id: id, scene_id, from: scene_id })
}
