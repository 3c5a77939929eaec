import { firmwareErrors as errors } from '@belvedere/contract/rooms/firmware/errors.ts'
import type { Ctx } from '../../../kernel/implement.ts'
import { noteShared } from '../../../kernel/http/note-shared.ts'
import { refuse } from '../../../kernel/refuse.ts'
import { unlessTaken } from '../../../kernel/database/unless-taken.ts'
import { insertTask } from '../../task/api.ts'
import { campaignUpdated } from '../api.ts'
import { drive } from './drive.job.ts'
import { type CampaignPlan, versionText } from './make-plan.ts'
import { insertCampaign, type StoredOptions, type NewDevice } from './store.ts'

/** Seconds after which the task of a campaign is closed in any case. */
const LONGEST = 90 * 86_400

export interface Begin {
  name: string
  options: StoredOptions
  undoes?: number
}

/** Stores a campaign with its task and begins to drive it after the commit. */
export async function beginCampaign(ctx: Ctx, plan: CampaignPlan, { name, options, undoes }: Begin) {
  if (plan.chosen.size === 0) throw refuse(errors.nothingToDo, undefined, { left: leftOut(plan) })
  const operator = ctx.session?.name ?? ''
  const devices = devicesOf(plan)
  const task_id = await insertTask(ctx, {
    type: 'upgrade',
    team_id: ctx.access.team_id,
    uid: ctx.uid,
    operator,
    at: ctx.now(),
    within: LONGEST,
    items: devices.map(({ id, sn, name, scene_id }) => ({ device_id: id, sn, name, scene_id })),
  })
  const images = [
    ...new Map([...plan.chosen.values()].flatMap(({ path }) => path.map((one) => [one.id, one]))).values(),
  ]
  const versions = [...new Set([...plan.chosen.values()].map(({ path }) => path.at(-1)?.version ?? ''))]
  let id = 0
  const made = insertCampaign(ctx, {
    name: name || versions.slice(0, 3).join(', '),
    undoes: undoes ?? null,
    firmware_ids: images.map((one) => one.id),
    versions,
    options,
    waves: plan.waves.length,
    task_id,
    operator,
    at: ctx.now(),
    devices,
  }).then((row) => (id = row))
  if (!(await unlessTaken(made))) throw refuse(errors.taken)
  const scene_ids = [...new Set(devices.map(({ scene_id }) => scene_id))]
  ctx.audit({
    object: `campaign:${id}`,
    name: name || versions.join(', '),
    ...(scene_ids.length === 1 && scene_ids[0] ? { scene_id: scene_ids[0] } : {}),
    after: { versions, devices: devices.length, waves: plan.waves.length, ...options },
  })
  if (scene_ids.length > 1)
    noteShared(ctx, scene_ids, (scene) => ({
      object: `campaign:${id}`,
      name: versions.join(', '),
      after: { versions, devices: devices.filter(({ scene_id }) => scene_id === scene).length, ...options },
    }))
  ctx.emit(campaignUpdated, { id, scene_ids })
  ctx.afterwards(() => ctx.system.enqueue(drive, { id }))
  return { id, task_id, total: devices.length }
}

function devicesOf({ waves, chosen }: CampaignPlan): NewDevice[] {
  return waves.flatMap(({ ids, kind }, wave) =>
    ids.flatMap((id) => {
      const one = chosen.get(id)
      if (!one) return []
      const { device, path, place, slot, upstream_ids } = one
      const { sn, name, type, model, scene_id, firmware } = device
      const ends = { from_version: versionText(firmware), to_version: path.at(-1)?.version ?? '' }
      const canary = kind === 'canary'
      return [
        {
          id,
          sn,
          name,
          type,
          model,
          scene_id,
          wave,
          canary,
          path: path.map((image) => image.id),
          ...ends,
          place,
          slot,
          upstream_ids,
        },
      ]
    }),
  )
}

/** The devices that a plan excludes, for answers. */
export function leftOut({ left }: CampaignPlan) {
  return left.map(({ device: { id, name, model }, reason, why = [] }) => ({ id, name, model, reason, why }))
}
