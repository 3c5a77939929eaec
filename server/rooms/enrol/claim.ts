import { claimCalls } from '@belvedere/contract/rooms/enrol/claim.ts'
import { claimState } from '@belvedere/contract/rooms/enrol/claim/enums.ts'
import { deviceSceneChanged } from '../../devices/device-link.ts'
import { type Ctx, implement, type System } from '../../kernel/implement.ts'
import { defineJob } from '../../base/jobs/job.ts'
import { defineUndo, type Reversal } from '../../engines/undo/define-undo.ts'
import { batchOut } from '../../engines/batch-out/batch-out.ts'
import { requireDevices, claimDevice, groupAll, holdSerial, registerDevice } from '../device/api.ts'
import { CLAIM_LIFE } from './claim/claim-device.ts'
import { claimUpdated } from './claim/news.events.ts'
import {
  type ClaimRow,
  dropClaims,
  endClaims,
  purgeExpired,
  holdOwn,
  holdRequests,
  listOwn,
  listRequests,
  setState,
} from './claim/store.ts'

const { refused, blocked } = claimState.id

export const calls = implement(claimCalls, {
  list: listOwn,

  async withdraw(ctx, { ids }) {
    // a forbidden request stays forbidden
    const held = (await holdOwn(ctx, ids)).filter(({ state }) => state !== blocked)
    await dropClaims(
      ctx,
      held.map(({ id }) => id),
    )
    for (const { id, sn, scene_id } of held) {
      ctx.audit({ object: `device-claim:${id}`, name: sn, scene_id, before: { sn, scene_id } })
      ctx.emit(claimUpdated, { scene_id })
    }
    return batchOut(ctx, ids, held)
  },

  requests: listRequests,

  async approve(ctx, { ids }) {
    const given: ClaimRow[] = []
    for (const one of await holdRequests(ctx, ids)) if (await give(ctx, one)) given.push(one)
    return batchOut(ctx, ids, given)
  },

  async refuse(ctx, { ids, block }) {
    const held = await holdRequests(ctx, ids)
    const state = block === 1 ? blocked : refused
    const which = held.map(({ id }) => id)
    await setState(ctx, which, state, block === 1 ? null : ctx.now() + CLAIM_LIFE)
    for (const one of held) note(ctx, one, { state })
    return batchOut(ctx, ids, held)
  },
})

/**
 * Gives the device to the requesting team, whether it has connected or not; false when another team has it or it is
 * blocked.
 */
async function give(ctx: Ctx, one: ClaimRow): Promise<boolean> {
  const { sn, scene_id, name, by, team_id, group_id } = one
  // of a scene that the administrator may not see
  const at = { db: ctx.db, access: ctx.system.access }
  const input = { scene_id, by, at: ctx.now(), ...(name && { name }) }
  const known = await holdSerial(at, sn)
  if (known && (known.scene_id !== null || known.blocked)) return false
  await requireDevices(ctx, [scene_id])
  if (known) await claimDevice(at, known.id, input)
  const id = known?.id ?? (await registerDevice(at, sn, input))
  if (id === undefined) return false
  if (group_id !== null) await groupAll(at, [{ id, group_id }])
  await endClaims(ctx.db, [sn], team_id)
  note(ctx, one, { device_id: id })
  ctx.audit({ object: `device:${id}`, name: name || sn, scene_id, after: { sn, scene_id } })
  ctx.emit(deviceSceneChanged, { device_id: id, scene_id, from: 0 })
  return true
}

/** In the log of the person who decided: the scene belongs to another team. */
function note(ctx: Ctx, { id, sn, team_name, state, scene_id }: ClaimRow, after: object): void {
  ctx.audit({ object: `device-claim:${id}`, name: `${sn} · ${team_name}`, before: { state }, after })
  ctx.emit(claimUpdated, { scene_id })
}

export const purge = defineJob<unknown, System>({
  name: 'device.forget-claims',
  every: '35 * * * *',
  async run(_, system) {
    const over = await purgeExpired(system, system.now())
    for (const scene_id of new Set(over.map((one) => one.scene_id))) system.emit(claimUpdated, { scene_id })
  },
})

/** A request is undone by withdrawing it. */
export const claim: Reversal = {
  kind: 'device-claim',
  async read(ctx, id) {
    const [found] = await holdOwn(ctx, [id])
    return found && { sn: found.sn, scene_id: found.scene_id }
  },
  remove: (ctx, id) => calls.handlers.withdraw(ctx, { ids: [id] }),
}

const again = { zh: '请重新申请该设备', en: 'Request the device again' }
const given = {
  zh: '已批准的设备由其所属团队解绑；被拒绝的申请可由其团队重新提出',
  en: 'The team of an approved device can release it; a refused team can request the device again',
}

export const undo = defineUndo(claimCalls, {
  withdraw: again,
  approve: given,
  refuse: given,
})
