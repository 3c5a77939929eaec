import { reportCalls } from '@belvedere/contract/rooms/change/report.ts'
import { deviceErrors as errors } from '@belvedere/contract/rooms/device/errors.ts'
import { addCalls } from '@belvedere/contract/rooms/enrol/add.ts'
import { deviceSceneChanged } from '../../devices/device-link.ts'
import { implement } from '../../kernel/implement.ts'
import { refuse } from '../../kernel/refuse.ts'
import { defineUndo, type AuditedWrite } from '../../engines/undo/define-undo.ts'
import { requestReporting } from '../change/api.ts'
import { deviceReversal, claimableSerial } from '../device/api.ts'
import { claim } from './claim.ts'
import { claimBySerial } from './claim/claim-device.ts'

export const calls = implement(addCalls, {
  async add(ctx, { sn, scene_id, name, claim_code, report }) {
    const serial = claimableSerial(sn)
    if (!serial) throw refuse(errors.badSerial, undefined, { fields: { sn: errors.badSerial[ctx.lang] } })
    const by = ctx.session?.name ?? ''
    const input = { scene_id, ...(name ? { name: name.trim() } : {}), by, at: ctx.now() }
    const claimed = await claimBySerial(ctx, serial, input, claim_code)
    if ('asked' in claimed) {
      const { id, state, expires_at } = claimed.asked
      ctx.audit({ object: `device-claim:${id}`, name: name || serial, scene_id, after: { sn: serial, scene_id } })
      return { id: 0, sn: serial, online: 0 as const, asked: { id, state, expires_at } }
    }
    const { id, online } = claimed
    if (report === 1 && ctx.access.may(reportCalls.start)) await requestReporting(ctx, [id])
    ctx.audit({ object: `device:${id}`, name: name || serial, scene_id, after: { sn: serial, scene_id } })
    ctx.emit(deviceSceneChanged, { device_id: id, scene_id, from: 0 })
    return { id, sn: serial, online: online ? (1 as const) : (0 as const) }
  },
})

/** A request is undone by withdrawing it, an added device by releasing it. */
const added = ({ object }: AuditedWrite) => (object.startsWith('device-claim:') ? claim : deviceReversal)

export const undo = defineUndo(addCalls, { add: added })
