import { timerCalls } from '@belvedere/contract/rooms/task/timer.ts'
import { defineUndo, type Reversal, type AuditedWrite } from '../../engines/undo/define-undo.ts'
import { calls, pause } from './timer.ts'
import { stateAgain, type StatedTimer, statedOf } from './timer/save-timer.ts'
import { clocksOf, holdTimers } from './timer/store.ts'
import { emitTimers } from './timer/emit-timers.events.ts'

const { handlers } = calls

const timer: Reversal = {
  kind: 'device-timer',
  async read(ctx, id) {
    const [found] = await holdTimers(ctx, [id])
    return found && { ...(await statedOf(ctx, found)), paused: found.paused }
  },
  async change(ctx, id, { paused, ...to }) {
    const [found] = await holdTimers(ctx, [id])
    if (found && Object.keys(to).length > 0) {
      const now = await statedOf(ctx, found)
      const args = { ...now.args, ...(to['args'] as Record<string, string | null> | undefined) }
      const kept = Object.entries(args).filter((one): one is [string, string] => one[1] !== null)
      await stateAgain(ctx, id, { ...now, ...(to as Partial<StatedTimer>), args: Object.fromEntries(kept) })
    }
    // its devices may have been restored just now: their scenes follow
    if (found && paused !== undefined) await pause(ctx, found, paused === true)
  },
  remove: (ctx, id) => handlers.remove(ctx, { ids: [id] }),
  async restore(ctx, id, _, restoreRows) {
    await restoreRows()
    const scenes = (await clocksOf(ctx, id)).map(({ scene_id }) => scene_id)
    for (const one of scenes) ctx.access.enter(one, 'write')
    emitTimers(ctx, scenes)
  },
}

const ran = { zh: '定时任务已经执行，无法撤销', en: 'It has run; that cannot be undone' }
const unlessRun = ({ channel }: AuditedWrite) => (channel === 'timer' ? ran : timer)

export const undo = defineUndo(timerCalls, {
  reboot: unlessRun,
  upgrade: unlessRun,
  backup: unlessRun,
  remove: timer,
  pause: timer,
})
