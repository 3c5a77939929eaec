import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import { campaignCalls } from '@belvedere/contract/rooms/firmware/campaign.ts'
import { upgradeReason } from '@belvedere/contract/rooms/firmware/enums.ts'
import { firmwareErrors as errors } from '@belvedere/contract/rooms/firmware/errors.ts'
import { type Ctx, implement } from '../../kernel/implement.ts'
import { refuse } from '../../kernel/refuse.ts'
import { requireConfirmed } from '../../engines/confirm/require-confirmed.ts'
import { campaignUpdated } from './api.ts'
import { beginCampaign, leftOut } from './campaign/begin.ts'
import type { RunState } from './campaign/decide.ts'
import { drive } from './campaign/drive.job.ts'
import { type CampaignPlan, makePlan, optionsOf, versionText } from './campaign/make-plan.ts'
import { planBack } from './campaign/plan-back.ts'
import * as store from './campaign/store.ts'

export const calls = implement(campaignCalls, {
  async upgrade(ctx, { name = '', ...input }) {
    const plan = await makePlan(ctx, input)
    await requireConfirmed(ctx, whatOf(plan, input.ids), input)
    const { id, task_id, total } = await beginCampaign(ctx, plan, { name: name.trim(), options: optionsOf(input) })
    // for a whole scene, devices that need nothing are not failures
    const needless = new Set<string>(input.ids ? [] : ['no_image', 'current', 'newer'])
    const wrong = plan.left.filter(({ reason }) => !needless.has(reason))
    const rejected = wrong.map(({ device, reason }) => ({
      id: device.id,
      name: device.name,
      reason: upgradeReason.label(reason, ctx.lang),
    }))
    const total_cnt = total + rejected.length
    return {
      campaign_id: id,
      task_id,
      total_cnt,
      err_cnt: rejected.length,
      ...(rejected.length > 0 ? { rejected } : {}),
    }
  },

  async preview(ctx, input) {
    const plan = await makePlan(ctx, input)
    const deviceOf = (id: number) => {
      const one = plan.chosen.get(id)
      if (!one) return []
      const { name, model, firmware, online } = one.device
      const to_version = one.path.at(-1)?.version ?? ''
      return [
        {
          id,
          name,
          model,
          from_version: versionText(firmware),
          to_version,
          online: online ? (1 as const) : (0 as const),
          ...one.fetch,
        },
      ]
    }
    const chosen = [...plan.chosen.values()]
    return {
      total: chosen.length,
      offline: chosen.filter(({ online }) => !online).length,
      waves: plan.waves.map(({ kind, depth, ids }) => ({ kind, depth, devices: ids.flatMap(deviceOf) })),
      left: leftOut(plan),
      unplaced: chosen.filter(({ slot }) => slot >= 0).length,
    }
  },

  async list(ctx, input) {
    const { total, list } = await store.listCampaigns(ctx, input)
    return { total, list: list.map(rowOf) }
  },

  async detail(ctx, { id, step }) {
    const campaign = await store.findCampaign(ctx, id)
    if (!campaign) throw refuse(commonErrors.notFound)
    return {
      campaign: rowOf(campaign),
      options: campaign.options,
      devices: await store.listCampaignDevices(ctx, id, step),
    }
  },

  pause: (ctx, { id }) => order(ctx, id, ['running'], { state: 'paused', reason: 'person' }),
  resume: (ctx, { id }) => order(ctx, id, ['paused'], { state: 'running', reason: null, forgiven_at: ctx.now() }),
  stop: (ctx, { id }) => order(ctx, id, ['running', 'paused'], { state: 'stopped', reason: null }),

  async rollback(ctx, { id, ...given }) {
    const before = await hold(ctx, id)
    if (before.ended_at === null && before.state === 'running') throw refuse(errors.wrongState)
    if (before.ended_at === null) await store.orderCampaign(ctx, id, { state: 'stopped', reason: null })
    const plan = await planBack(ctx, before)
    await requireConfirmed(ctx, whatOf(plan, []), given)
    const name = `${before.name} ↩`.slice(0, 32)
    const made = await beginCampaign(ctx, plan, { name, options: { ...before.options, start_at: 0 }, undoes: id })
    ctx.afterwards(() => ctx.system.enqueue(drive, { id }))
    return { campaign: rowOf(await hold(ctx, made.id)) }
  },
})

/** Devices of a scene were not named individually, nor those that a campaign reached. */
const whatOf = ({ chosen }: CampaignPlan, named: readonly number[] = []) =>
  ({ ids: [...chosen.keys()], action: 'upgrade', named }) as const

type CampaignListRow = Awaited<ReturnType<typeof store.listCampaigns>>['list'][number]

function rowOf({
  id,
  name,
  state,
  phase,
  reason,
  undoes,
  versions,
  wave,
  waves,
  counts,
  operator,
  own,
  task_id,
  created_at,
  ended_at,
}: CampaignListRow) {
  return {
    id,
    name,
    state,
    phase,
    reason,
    undoes,
    versions,
    wave,
    waves,
    counts,
    operator,
    guest: own ? (0 as const) : (1 as const),
    task_id,
    created_at,
    ended_at,
  }
}

async function hold(ctx: Ctx, id: number): Promise<CampaignListRow> {
  const found = await store.holdCampaign(ctx, id)
  if (!found) throw refuse(commonErrors.notFound)
  return found
}

/** A person's command; the driver is notified after the commit. */
async function order(
  ctx: Ctx,
  id: number,
  from: readonly RunState['state'][],
  to: Pick<RunState, 'state' | 'reason'> & { forgiven_at?: number },
) {
  const before = await hold(ctx, id)
  if (before.ended_at !== null || !from.includes(before.state)) throw refuse(errors.wrongState)
  // the owner of a scene may end what a guest began there; only the guest may resume it
  if (!before.own && to.state === 'running') throw refuse(errors.wrongState)
  await store.orderCampaign(ctx, id, to)
  ctx.audit({
    object: `campaign:${id}`,
    name: before.name,
    before: { state: before.state },
    after: { state: to.state },
  })
  const devices = await store.listCampaignDevices(ctx, id)
  ctx.emit(campaignUpdated, { id, scene_ids: [...new Set(devices.map(({ scene_id }) => scene_id))] })
  ctx.afterwards(() => ctx.system.enqueue(drive, { id }))
  return { campaign: rowOf(await hold(ctx, id)) }
}
