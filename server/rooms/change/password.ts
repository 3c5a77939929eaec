import type { In, Out } from '@belvedere/contract/kit/define-calls.ts'
import type { Words } from '@belvedere/contract/kit/text.ts'
import { passwordCalls } from '@belvedere/contract/rooms/change/password.ts'
import { deviceErrors as errors } from '@belvedere/contract/rooms/device/errors.ts'
import type { Edit } from '@belvedere/contract/rooms/intent/shapes.ts'
import { type Ctx, implement } from '../../kernel/implement.ts'
import { defineUndo } from '../../engines/undo/define-undo.ts'
import { devicesOut, type HeldDevice, pickDevices } from '../device/api.ts'
import { checkEdits, compileDevices, holdIntents, sealEdits } from '../intent/api.ts'
import { insertTask } from '../task/api.ts'
import { changeStarted, changeUpdated } from './api.ts'
import { applyBeside, optionsFor } from './draft/apply-beside.ts'

type SetPasswordInput = In<typeof passwordCalls.set>

const named = { zh: '修改设备登录密码', en: 'Change of device passwords' }

/** The intent of the password, as compilers name it in refusals. */
const WISH = 'system//password'

export const calls = implement(passwordCalls, { set: changePassword })

/** A change set with the password of each device that supports one, and the task that ends with it. */
async function changePassword(
  ctx: Ctx,
  { ids, password, ...confirmed }: SetPasswordInput,
): Promise<Out<typeof passwordCalls.set>> {
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

/** Other system settings of a device stay; concurrent changes are not overwritten. */
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

/** Devices that do not support it, or that cannot be sent anything at present, with the reason. */
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

const bySet = {
  zh: '请在变更单中撤销：将生成一份反向的变更单，确认后下发',
  en: 'Undone by a separate change set: review it and apply it',
  to: '/config/change',
}

export const undo = defineUndo(passwordCalls, { set: bySet })
