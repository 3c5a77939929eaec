import { timerCalls } from '@belvedere/contract/rooms/device/timer.ts'
import { defineUndo, type Done, type Reversal } from '../../kernel/undo.ts'
import { calls } from './timer.ts'
import { clocksOf, holdTimers } from './timer/store.ts'
import { tellTimers } from './timer/tell-timers.ts'

const { handlers } = calls

const timer: Reversal = {
  kind: 'device-timer',
  async read(ctx, id) {
    const [found] = await holdTimers(ctx, [id])
    return found && { name: found.name, paused: found.paused }
  },
  change: (ctx, id, { paused }) => handlers.pause(ctx, { ids: [id], paused: paused ? 1 : 0 }),
  remove: (ctx, id) => handlers.remove(ctx, { ids: [id] }),
  async restore(ctx, id, _, raise) {
    await raise()
    const scenes = (await clocksOf(ctx, id)).map(({ scene_id }) => scene_id)
    for (const one of scenes) ctx.access.enter(one, 'write')
    tellTimers(ctx, scenes)
  },
}

const ran = { zh: '定时任务已经执行，无法撤销', en: 'It has run; that cannot be undone' }
const changed = { zh: '请在定时任务页面改回原来的设置', en: 'Change it back on the page of schedules' }
const unlessRun = ({ way, before }: Done) => (way === 'timer' ? ran : before ? changed : timer)

export const undo = defineUndo(timerCalls, {
  reboot: unlessRun,
  upgrade: unlessRun,
  backup: unlessRun,
  remove: timer,
  pause: timer,
})
