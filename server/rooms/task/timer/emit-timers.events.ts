import { defineEvent } from '../../../kernel/event.ts'
import type { Ctx } from '../../../kernel/implement.ts'

/** Timers of these scenes were added, removed, changed or run. */
export const timersChanged = defineEvent<{ scene_ids: number[] }>('device.timers-changed', {
  live: ({ scene_ids }) => scene_ids.map((scene_id) => ({ topic: 'timer', scene_id })),
})

/** Notifies browsers after the commit. */
export function emitTimers(ctx: Pick<Ctx, 'emit'>, scene_ids: readonly number[]): void {
  ctx.emit(timersChanged, { scene_ids: [...new Set(scene_ids)] })
}
