import { campaignCalls } from '@belvedere/contract/rooms/firmware/campaign.ts'
import { firmwareCalls } from '@belvedere/contract/rooms/firmware/firmware.ts'
import { defineUndo, type Reversal } from '../../engines/undo/define-undo.ts'
import { calls, notifyTeam, auditFieldsOf } from './firmware.ts'
import { holdFirmware, listKeys } from './store.ts'

const library = '/maintenance/firmware'
const uploaded = { zh: '不需要的固件请在固件库中删除', en: 'Delete the image in the library instead', to: library }
const deleted = { zh: '删除的固件请重新上传', en: 'Upload a deleted image again', to: library }

/** The description of an image. */
const image: Reversal = {
  kind: 'firmware',
  async read(ctx, id) {
    const [held] = await holdFirmware(ctx, [id])
    return held && auditFieldsOf(held)
  },
  change: (ctx, id, to) => calls.handlers['change']?.(ctx, { ...to, id } as never) ?? Promise.resolve(),
}

const key: Reversal = {
  kind: 'firmware_key',
  async read(ctx, id) {
    const found = (await listKeys(ctx)).find((one) => one.id === id)
    return found && { name: found.name }
  },
  remove: (ctx, id) => calls.handlers['distrust']?.(ctx, { id } as never) ?? Promise.resolve(),
  async restore(ctx, _id, _state, restoreRows) {
    await restoreRows()
    await notifyTeam(ctx)
  },
}

export const ofLibrary = defineUndo(firmwareCalls, {
  add: uploaded,
  change: image,
  remove: deleted,
  trust: key,
  distrust: key,
})

const back = {
  zh: '请在升级计划中停止或回退',
  en: 'Stop the campaign, or take its devices back, in its own page',
  to: `${library}?tab=campaigns`,
}

export const ofCampaign = defineUndo(campaignCalls, {
  upgrade: back,
  pause: back,
  resume: back,
  stop: back,
  rollback: back,
})
