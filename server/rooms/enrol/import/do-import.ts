import { claimAll, groupAll, requireDevices } from '../../device/api.ts'
import { newSerial, sealSecrets, addMonitoredDevices, sealMonitored } from '../../monitor/api.ts'
import type { Ctx } from '../../../kernel/implement.ts'
import { deviceSceneChanged } from '../../../devices/device-link.ts'
import { pollChanged } from '../../../devices/poll-link.ts'
import { openVault } from '../../../base/keys/vault.ts'
import { makerOfMac } from '../../../engines/addresses/api.ts'
import { requestAll } from '../claim/claim-device.ts'
import { endClaims } from '../claim/store.ts'
import type { Planned } from './plan-import.ts'

/** Maximum number of device ids that the operation log keeps of one import. */
const NOTED = 1000

/** Carries out the plan, in the call's transaction. */
export async function doImport(ctx: Ctx, planned: readonly Planned[], scene_id: number): Promise<void> {
  const who = { by: ctx.session?.name ?? '', at: ctx.now() }
  const claims = planned.filter(({ what }) => what === 'claim')
  const input = claims.map(({ id: serial, scene_id, group_id, name }) => ({ serial, scene_id, group_id, name }))
  await requireDevices(
    ctx,
    planned.flatMap(({ what, scene_id }) => (what === 'claim' || what === 'third' ? scene_id : [])),
  )
  const claimed = claims.length ? await claimAll(ctx, input, who) : []
  await endClaims(
    ctx.db,
    claims.map(({ id }) => id),
    ctx.access.team_id,
  )
  const requests = planned.filter(({ what }) => what === 'ask')
  const request = await requestAll(
    ctx,
    requests.map(({ id: serial, scene_id, group_id, name }) => ({ serial, scene_id, group_id, name })),
  )
  const added: number[] = []
  const byScene = Map.groupBy(
    planned.filter(({ what }) => what === 'third'),
    (one) => one.scene_id,
  )
  for (const [scene, list] of byScene) added.push(...(await addAll(ctx, scene, list, who)))
  const ids = [...claimed.map(({ id }) => id), ...added]
  if (ids.length === 0 && request.length === 0) return
  const name = ctx.uploads[0]?.filename.slice(0, 64) ?? ''
  const after = {
    device_cnt: ids.length,
    ids: ids.slice(0, NOTED),
    ...(request.length > 0 && { asked_cnt: request.length }),
  }
  ctx.audit({ object: 'device-import', name, scene_id, after })
  if (added.length) ctx.emit(pollChanged, { device_ids: added.slice(0, 100) })
  // gateways must know each device that has connected; the lists of the scenes only that there are new ones
  for (const { id, scene_id, dialled } of claimed)
    if (dialled) ctx.emit(deviceSceneChanged, { device_id: id, scene_id, from: 0 })
  for (const scene of new Set([...byScene.keys(), ...claimed.map(({ scene_id }) => scene_id)]))
    ctx.emit(deviceSceneChanged, { device_id: ids[0] ?? 0, scene_id: scene, from: 0 })
}

async function addAll(
  ctx: Ctx,
  scene_id: number,
  list: readonly Planned[],
  who: { by: string; at: number },
): Promise<number[]> {
  const bySerial = new Map(list.map((one) => [newSerial(), one]))
  const rows = [...bySerial].flatMap(([serial, { third }]) => {
    if (!third) return []
    const { name, kind, ip, mac, monitor } = third
    return [{ serial, name, kind, ip, mac, vendor: mac ? makerOfMac(mac, ctx.lang) : '', monitor, logo_id: null }]
  })
  const made = await addMonitoredDevices(ctx, scene_id, rows, who)
  const vault = await openVault(ctx.system.config.data)
  const of = made.map(({ id, serial }) => ({ id, planned: bySerial.get(serial) }))
  const sealed = of.map(({ id, planned }) => ({ id, sealed: sealSecrets(vault, id, planned?.third?.secrets ?? {}) }))
  await sealMonitored(
    ctx,
    sealed.filter((one) => one.sealed),
  )
  await groupAll(
    ctx,
    of.flatMap(({ id, planned }) => (planned?.group_id ? [{ id, group_id: planned.group_id }] : [])),
  )
  return made.map(({ id }) => id)
}
