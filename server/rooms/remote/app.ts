import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import { appCalls } from '@belvedere/contract/rooms/remote/app.ts'
import { installStatus } from '@belvedere/contract/rooms/remote/app/enums.ts'
import { deviceErrors } from '@belvedere/contract/rooms/device/errors.ts'
import { remoteErrors as errors } from '@belvedere/contract/rooms/remote/errors.ts'
import { implement } from '../../kernel/implement.ts'
import { refuse } from '../../kernel/refuse.ts'
import { defineUndo } from '../../engines/undo/define-undo.ts'
import { sendCommand, type CommandOutcome } from '../../devices/send-command.ts'
import { pickDevices } from '../device/api.ts'
import { queryAllApps, queryApps } from './app/query-apps.job.ts'
import { listApps, tellersOf } from './app/store.ts'

/** Milliseconds for a device to start or stop an app. */
const TIME = 100_000

export const calls = implement(appCalls, {
  installed: listApps,

  async refresh(ctx, { scene_id, ids }) {
    const devices = await tellersOf(ctx, scene_id, ids)
    const answered = await queryAllApps(ctx.system, devices)
    return { total_cnt: ids?.length ?? devices.length, err_cnt: (ids?.length ?? devices.length) - answered }
  },

  async setting(ctx, { device_id, name, action }) {
    const [device] = await pickDevices(ctx, [device_id])
    if (!device) throw refuse(commonErrors.notFound)
    const args = { name, action }
    requireDone(await sendCommand(ctx.system, device_id, { verb: 'service', args }, TIME))
    const { id, scene_id } = device
    ctx.audit({ object: `device:${id}`, name: device.name, scene_id, after: { app: name, action } })
    const apps = await queryApps(ctx.system, device)
    const { status, detail } = apps?.find((one) => one.name === name) ?? {
      status: installStatus.id.stopped,
      detail: '',
    }
    return { status: installStatus.find(status)?.id ?? installStatus.id.broken, detail }
  },
})

function requireDone(outcome: CommandOutcome): void {
  if ('nobody' in outcome) throw refuse(deviceErrors.offline)
  if ('late' in outcome) throw refuse(deviceErrors.timedOut, { seconds: TIME / 1000 })
  if ('broken' in outcome) throw refuse(errors.appRefused, { reason: outcome.broken })
  if ('unsupported' in outcome.answer) throw refuse(deviceErrors.notSupported)
  if (outcome.answer.result !== 0) throw refuse(errors.appRefused, { reason: outcome.answer.msg.slice(0, 300) })
}

const done = {
  zh: '设备已经执行，无法撤销；可在应用列表中反向操作',
  en: 'The device has done it; do the opposite in the list of apps',
}

export const undo = defineUndo(appCalls, { setting: done })
