import type { In, Out } from '@belvedere/contract/kit/define-calls.ts'
import type { Words } from '@belvedere/contract/kit/text.ts'
import type { commandCalls } from '@belvedere/contract/rooms/device/command.ts'
import { deviceErrors as errors } from '@belvedere/contract/rooms/device/errors.ts'
import type { Edit } from '@belvedere/contract/rooms/intent/shapes.ts'
import type { Ctx } from '../../../kernel/implement.ts'
import { applyBeside, changeUpdated, changeStarted, optionsFor } from '../../change/api.ts'
import { checkEdits, compileDevices, holdIntents, sealEdits } from '../../intent/api.ts'
import { insertTask } from '../../log/api.ts'
import { devicesOut } from '../batch-out.ts'
import { type HeldDevice, pickDevices } from '../store.ts'

type Asked = In<typeof commandCalls.password>

const named = { zh: '修改设备登录密码', en: 'Change of device passwords' }

/** Whose wish the password is, as refusals of compilers name it. */
const WISH = 'system//password'

/** A change set with the password of each device that takes one, and the task that ends with it. */
export async function changePassword(
  ctx: Ctx,
  { ids, password, ...confirmed }: Asked,
): Promise<Out<typeof commandCalls.password>> {
  const devices = await pickDevices(ctx, ids)
  const edits = await editsOf(ctx, devices, password)
  const refused = await refusedOf(ctx, edits)
  const able = devices.filter(({ id }) => !refused.has(id))
  const left = await devicesOut(ctx, ids, able, ({ id }) => refused.get(id) ?? errors.notSupported)
  const out = { ...left, accepted_cnt: able.length }
  if (able.length === 0) return out
  const task_id = await insertTask(ctx, {
    type: 'password',
    team_id: ctx.access.team_id,
    uid: ctx.uid,
    operator: ctx.session?.name ?? '',
    at: ctx.now(),
    items: able.map(({ id, sn, name, scene_id }) => ({ device_id: id, sn, name, scene_id })),
  })
  const wanted = edits.filter(({ target_id }) => !refused.has(target_id))
  const how = { options: optionsFor(able), confirmed, task_id }
  const { id } = await applyBeside(ctx, wanted, named[ctx.lang], how)
  const scene_ids = [...new Set(able.map(({ scene_id }) => scene_id))]
  ctx.emit(changeStarted, { id })
  ctx.emit(changeUpdated, { id, uid: ctx.uid, scene_ids })
  ctx.afterwards(() => scene_ids.forEach((scene_id) => ctx.system.tell({ topic: 'task', scene_id })))
  return { ...out, task_id, change_id: id }
}

/** Whatever else is wanted of the system of a device stays; who changes it meanwhile is not overruled. */
async function editsOf(ctx: Ctx, devices: readonly HeldDevice[], password: string): Promise<Edit[]> {
  const place = { level: 2, kind: 'system', key: '' } as const
  const rows = await holdIntents(
    ctx,
    devices.map(({ id }) => ({ ...place, target_id: id })),
  )
  const own = new Map(rows.map((row) => [row.target_id, row]))
  return devices.map(({ id }): Edit => {
    const row = own.get(id)
    return { ...place, target_id: id, set: { ...row?.fields, password }, rev: row?.rev ?? 0 }
  })
}

/** Devices that do not take it, or can be sent nothing at present, with the reason. */
async function refusedOf(ctx: Ctx, edits: readonly Edit[]): Promise<Map<number, Words>> {
  const sealed = await sealEdits(ctx, await checkEdits(ctx, edits, ctx.lang))
  const ids = edits.map(({ target_id }) => target_id)
  const compiled = await compileDevices(ctx, ids, sealed)
  return new Map(
    ids.flatMap((id): [number, Words][] => {
      const { document, refusals = [], unread, blocked } = compiled.get(id) ?? {}
      if (refusals.some(({ intent }) => intent === WISH)) return [[id, errors.notSupported]]
      const [whole] = refusals.filter(({ intent }) => intent === '')
      const why = blocked ?? (unread || !document ? whole?.reason : undefined)
      return why ? [[id, why]] : document ? [] : [[id, errors.notSupported]]
    }),
  )
}
