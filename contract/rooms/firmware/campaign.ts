import { Type } from 'typebox'
import { defineCalls } from '../../kit/define-calls.ts'
import type { Words } from '../../kit/text.ts'
import { enumOf, Flag, Id, Line } from '../../kit/schema.ts'
import { BatchOut, tableIn, tableOut } from '../../kit/table.ts'
import { Confirmed, confirmErrors } from '../../kit/confirm.ts'
import { campaignState, imageTransfer, upgradeReason, upgradeStep, transferObstacle } from './enums.ts'
import { upgradeErrors } from '../task/errors.ts'
import { firmwareErrors as errors } from './errors.ts'
import { CampaignDevice, campaignOptions, CampaignRow, campaignScope } from './shapes.ts'

const order = <const P extends string>(path: P, does: Words) => ({
  at: `POST firmware/campaign/${path}` as const,
  does,
  who: 'device.command' as const,
  scene: 'write' as const,
  in: Type.Object({ id: Id }),
  out: Type.Object({ campaign: CampaignRow }),
  errors: [errors.wrongState],
})

/** Why it is not fetched by the ways before, or by any. */
const Why = Type.Array(enumOf(transferObstacle))
const Left = Type.Object({ id: Id, name: Type.String(), model: Type.String(), reason: enumOf(upgradeReason), why: Why })

export const campaignCalls = defineCalls({
  upgrade: {
    at: 'POST plat/task/upgrade',
    does: { zh: '创建升级计划', en: 'Start a firmware campaign' },
    who: 'device.command',
    scene: 'write',
    in: Type.Object({ name: Type.Optional(Line(32)), ...campaignScope, ...campaignOptions, ...Confirmed }),
    out: Type.Object({ ...BatchOut.properties, campaign_id: Id }),
    errors: [errors.nothingToDo, upgradeErrors.notReady, errors.taken, confirmErrors.needsConfirm],
  },
  preview: {
    at: 'POST firmware/campaign/preview',
    does: { zh: '预览升级计划', en: 'Preview a campaign: its waves and excluded devices' },
    who: 'device.command',
    scene: 'write',
    audit: false,
    in: Type.Object({ ...campaignScope, ...campaignOptions }),
    out: Type.Object({
      total: Type.Integer(),
      offline: Type.Integer(),
      waves: Type.Array(
        Type.Object({
          kind: Type.Unsafe<'canary' | 'rest'>({ type: 'string', enum: ['canary', 'rest'] }),
          /** Steps from the uplink of the scene. */
          depth: Type.Integer(),
          devices: Type.Array(
            Type.Object({
              id: Id,
              name: Type.String(),
              model: Type.String(),
              from_version: Type.String(),
              to_version: Type.String(),
              online: Flag,
              way: enumOf(imageTransfer),
              why: Why,
            }),
          ),
        }),
      ),
      left: Type.Array(Left),
      /** Access points of which nobody tells where they hang. */
      unplaced: Type.Integer(),
    }),
    errors: [upgradeErrors.notReady],
  },
  list: {
    at: 'GET firmware/campaign',
    does: { zh: '升级计划', en: 'List firmware campaigns, newest first' },
    who: 'firmware.read',
    scene: 'read',
    in: tableIn({ state: Type.Optional(enumOf(campaignState)) }, ['id', 'name', 'created_at', 'ended_at']),
    out: tableOut(CampaignRow),
    shows: ['campaign'],
  },
  detail: {
    at: 'GET firmware/campaign/detail',
    does: { zh: '升级计划详情', en: 'One campaign with its waves and devices' },
    who: 'firmware.read',
    scene: 'read',
    in: Type.Object({ id: Id, step: Type.Optional(enumOf(upgradeStep)) }),
    out: Type.Object({
      campaign: CampaignRow,
      options: Type.Object(campaignOptions),
      devices: Type.Array(CampaignDevice),
    }),
    shows: ['campaign'],
  },
  pause: {
    ...order('pause', { zh: '暂停升级计划', en: 'Pause a campaign: no further device is upgraded' }),
    unconfirmed: 'no further device begins; a brake asks nothing',
  },
  resume: {
    ...order('resume', { zh: '继续升级计划', en: 'Go on with a paused campaign' }),
    unconfirmed: 'its devices were confirmed when it began',
  },
  stop: {
    ...order('stop', { zh: '停止升级计划', en: 'Stop a campaign: waiting devices are left unchanged' }),
    unconfirmed: 'no further device begins; a brake asks nothing',
  },
  rollback: {
    ...order('rollback', { zh: '回退升级计划', en: 'Take the devices of a campaign back to the version before' }),
    in: Type.Object({ id: Id, ...Confirmed }),
    errors: [errors.wrongState, errors.nothingToDo, errors.taken, confirmErrors.needsConfirm],
  },
})
