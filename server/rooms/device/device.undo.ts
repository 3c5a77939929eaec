import { deviceCalls } from '@belvedere/contract/rooms/device/device.ts'
import { deviceErrors as errors } from '@belvedere/contract/rooms/device/errors.ts'
import { deviceSceneChanged } from '../../devices/device-link.ts'
import { refuse } from '../../kernel/refuse.ts'
import { defineUndo, type Reversal, type AuditedWrite } from '../../engines/undo/define-undo.ts'
import { isWanted } from './presence/serial-claims.ts'
import { calls, changeHeld, shown } from './device.ts'
import { allowKeyOf } from './key/store.ts'
import { requireDevices } from './quota/device.quota.ts'
import { type Change, dropUnclaimed, holdDevices, holdSerial, holdUnclaimed, setBlocked, setReturned } from './store.ts'

/** A device of any kind, however it was added. */
export const device: Reversal = {
  kind: 'device',
  async read(ctx, id) {
    const [found] = await holdDevices(ctx, [id])
    return found && { ...shown(found), sn: found.sn }
  },
  async change(ctx, id, to) {
    const [found] = await holdDevices(ctx, [id])
    if (found) await changeHeld(ctx, found, to as Change)
  },
  remove: (ctx, id) => calls.handlers.remove(ctx, { ids: [id] }),
  async restore(ctx, id, state, restoreRows, removedAt) {
    const { sn, scene_id } = state as { sn: string; scene_id: number }
    ctx.access.enter(scene_id, 'write')
    const dialled = await holdSerial(ctx, sn)
    if (dialled && (dialled.scene_id !== null || dialled.blocked || (await isWanted(ctx, sn))))
      throw refuse(errors.claimed)
    // it connected meanwhile and was not claimed: its connection ends, and it reconnects with its former identity
    if (dialled) await dropUnclaimed(ctx, dialled.id)
    await requireDevices(ctx, [scene_id])
    await restoreRows()
    await setReturned(ctx, id, removedAt)
    await allowKeyOf(ctx, id)
    if (dialled) ctx.emit(deviceSceneChanged, { device_id: dialled.id, scene_id: 0, from: 0, gone: true })
    ctx.emit(deviceSceneChanged, { device_id: id, scene_id, from: 0 })
  },
}

const unclaimed: Reversal = {
  kind: 'device',
  async read(ctx, id) {
    const found = await holdUnclaimed(ctx, id)
    return found && { sn: found.sn, blocked: found.blocked ? 1 : 0 }
  },
  async change(ctx, id, { blocked }) {
    const found = await holdUnclaimed(ctx, id)
    await setBlocked(ctx, id, blocked === 1)
    ctx.audit({
      object: `device:${id}`,
      name: found?.name || found?.sn || '',
      before: { blocked: blocked === 1 ? 0 : 1 },
      after: { blocked },
    })
  },
}

const forgotten = { zh: '设备再次连接时会重新出现在待认领列表', en: 'It is listed again when it dials' }
const dismissal = ({ after }: AuditedWrite) => (after ? unclaimed : forgotten)

export const undo = defineUndo(deviceCalls, { change: device, remove: device, dismiss: dismissal })
