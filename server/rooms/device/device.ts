import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import type { In } from '@belvedere/contract/kit/define-calls.ts'
import { deviceCalls } from '@belvedere/contract/rooms/device/device.ts'
import { deviceType } from '@belvedere/contract/rooms/device/enums.ts'
import { deviceErrors as errors } from '@belvedere/contract/rooms/device/errors.ts'
import { batchOut } from '../../engines/batch-out/batch-out.ts'
import { deviceSceneChanged } from '../../devices/device-link.ts'
import { type Ctx, implement } from '../../kernel/implement.ts'
import { refuse } from '../../kernel/refuse.ts'
import { requireConfirmed } from '../../engines/confirm/require-confirmed.ts'
import { devicesOut } from './batch-out.ts'
import { findDevices } from './find/store.ts'
import { detailsOf, withColumns } from './parts.ts'
import { releaseDevices } from './release/release.ts'
import {
  type Change,
  changeDevice,
  dismissDevices,
  findDevice,
  findExtra,
  type HeldDevice,
  holdDevices,
  listDevices,
  listOptions,
  listUnclaimed,
  teamOf,
} from './store.ts'
import { readTableRequest } from './table-request.ts'

type Listed = In<typeof deviceCalls.router>

const { id: kind } = deviceType
const listOf = (type: number) => (ctx: Ctx, request: Listed) =>
  listDevices(ctx, { ...readTableRequest(ctx, request), type })

export const calls = implement(deviceCalls, {
  all: (ctx, input) => listDevices(ctx, readTableRequest(ctx, input)),
  router: listOf(kind.router),
  firewall: listOf(kind.firewall),
  ap: listOf(kind.ap),
  switch: listOf(kind.switch),
  soft: listOf(kind.soft),
  async other(ctx, input) {
    const { total, list } = await listOf(kind.other)(ctx, input)
    return { total, list: await withColumns(ctx, list) }
  },

  async option(ctx, input) {
    return { list: await listOptions(ctx, input) }
  },

  async find(ctx, { search }) {
    return { list: search.trim() ? await findDevices(ctx, search) : [] }
  },

  async detail(ctx, { id }) {
    const [device, extra, details] = await Promise.all([findDevice(ctx, id), findExtra(ctx, id), detailsOf(ctx, id)])
    if (!device || !extra) throw refuse(commonErrors.notFound)
    return { device, ...extra, ...details }
  },

  unclaimed: listUnclaimed,

  async dismiss(ctx, { ids, block }) {
    const gone = await dismissDevices(ctx, ids, block === 1)
    for (const { id, sn, name } of gone) {
      ctx.audit({
        object: `device:${id}`,
        name: name || sn,
        before: { sn, blocked: 0 },
        after: block === 1 ? { sn, blocked: 1 } : undefined,
      })
      ctx.emit(deviceSceneChanged, { device_id: id, scene_id: 0, from: 0, gone: true })
    }
    return batchOut(ctx, ids, gone)
  },

  async change(ctx, { id, rev, ...change }) {
    const [device] = await holdDevices(ctx, [id])
    if (!device) throw refuse(commonErrors.notFound)
    if (rev !== undefined && rev !== device.rev) {
      throw refuse(commonErrors.changedMeanwhile, { by: device.changed_by }, { current: await findDevice(ctx, id) })
    }
    await changeHeld(ctx, device, { ...change, ...(change.name ? { name: change.name.trim() } : {}) })
    const after = await findDevice(ctx, id)
    if (!after) throw refuse(commonErrors.notFound)
    return { device: after }
  },

  async remove(ctx, { ids, ...given }) {
    await requireConfirmed(ctx, { ids, action: 'remove' }, given)
    return devicesOut(ctx, ids, await releaseDevices(ctx, ids))
  },
})

/** The fields of a device in the operation log. */
export const shown = ({ name, type, type_set, scene_id }: HeldDevice) => ({ name, type, type_set, scene_id })

/** Changes a locked device; between scenes of one team only. */
export async function changeHeld(ctx: Ctx, before: HeldDevice, change: Change): Promise<void> {
  const { id } = before
  const { scene_id } = change
  if (scene_id && (await teamOf(ctx, scene_id)) !== before.team_id) throw refuse(errors.otherTeam)
  await changeDevice(ctx, id, change, ctx.session?.name ?? '', ctx.now())
  const [after] = await holdDevices(ctx, [id])
  if (!after) throw refuse(commonErrors.notFound)
  ctx.audit({
    object: `device:${id}`,
    name: after.name,
    scene_id: after.scene_id,
    before: shown(before),
    after: shown(after),
  })
  ctx.emit(deviceSceneChanged, { device_id: id, scene_id: after.scene_id, from: before.scene_id })
}
