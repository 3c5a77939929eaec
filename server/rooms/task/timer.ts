import { timerCalls } from '@belvedere/contract/rooms/task/timer.ts'
import { taskErrors as errors } from '@belvedere/contract/rooms/task/errors.ts'
import { captureSnapshots } from '../../engines/deleted-snapshot/snapshot-store.ts'
import { type Ctx, implement } from '../../kernel/implement.ts'
import { refuse } from '../../kernel/refuse.ts'
import type { ConfirmationInput } from '../../engines/confirm/confirm.ts'
import { requireConfirmed } from '../../engines/confirm/require-confirmed.ts'
import { batchOut } from '../../engines/batch-out/batch-out.ts'
import { saveTimer } from './timer/save-timer.ts'
import { noteVisits } from './timer/note-visits.ts'
import {
  clocksOf,
  devicesOf,
  holdTimers,
  holdVisiting,
  leaveScenes,
  listTimers,
  removeTimers,
  setPaused,
  setScenes,
  targetsOf,
  type Timer,
} from './timer/store.ts'
import { emitTimers } from './timer/emit-timers.events.ts'
import { runsAfter } from './timer/timing.ts'

export const calls = implement(timerCalls, {
  list: listTimers,

  async reboot(ctx, input) {
    const kept = await saveTimer(ctx, 'reboot', input, undefined)
    await requireAsked(ctx, 'reboot', kept, input)
    return kept
  },

  async upgrade(ctx, { firmware_id, uri, sha256, signature, ...input }) {
    const args = {
      ...(firmware_id ? { firmware_id: String(firmware_id) } : {}),
      ...(uri && !firmware_id ? { uri } : {}),
      ...(sha256 ? { sha256: sha256.toLowerCase() } : {}),
      ...(signature ? { signature } : {}),
    }
    const kept = await saveTimer(ctx, 'upgrade', input, Object.keys(args).length > 0 ? args : undefined)
    await requireAsked(ctx, 'upgrade', kept, input)
    return kept
  },

  backup: (ctx, { note, ...input }) =>
    saveTimer(ctx, 'backup', input, note === undefined ? undefined : { note: note.trim() }),

  async remove(ctx, { ids }) {
    const left = await leave(ctx, await holdVisiting(ctx, ids))
    const held = await holdTimers(
      ctx,
      ids.filter((id) => !left.some((one) => one.id === id)),
    )
    const snapshots = await captureSnapshots(ctx.db, 'device_timer', ids)
    for (const timer of held) {
      const scenes = (await clocksOf(ctx, timer.id)).map(({ scene_id }) => scene_id)
      const before = { ...timer, ids: await targetsOf(ctx, timer.id), scene_ids: scenes }
      ctx.audit({
        object: `device-timer:${timer.id}`,
        name: timer.name,
        ...onlyOne(scenes),
        before,
        snapshot: snapshots.get(timer.id),
      })
      noteVisits(ctx, timer, scenes, { before: { name: timer.name, kind: timer.kind } })
      emitTimers(ctx, scenes)
    }
    await removeTimers(
      ctx,
      held.map(({ id }) => id),
    )
    return batchOut(ctx, ids, [...left, ...held])
  },

  async pause(ctx, { ids, paused }) {
    const held = await holdTimers(ctx, ids)
    for (const timer of held.filter((one) => one.paused !== (paused === 1))) {
      const nowhere = timer.scope !== 'group' && (await clocksOf(ctx, timer.id)).length === 0
      if (paused === 0 && nowhere) throw refuse(errors.timerTarget)
      await pause(ctx, timer, paused === 1)
    }
    return batchOut(ctx, ids, held)
  },
})

/** A timer is confirmed when its devices are chosen, not with each run; a refusal rolls back what was stored. */
async function requireAsked(
  ctx: Ctx,
  action: 'reboot' | 'upgrade',
  { id }: { id: number },
  input: ConfirmationInput & { ids?: number[]; group_id?: unknown; scene_ids?: unknown },
): Promise<void> {
  if (input.ids ?? input.group_id ?? input.scene_ids)
    await requireConfirmed(ctx, { ids: await devicesOf(ctx, id), action, named: input.ids ?? [] }, input)
}

/** A guest's timer may run elsewhere too: it is removed from the scenes of the caller's team. */
async function leave(ctx: Ctx, timers: readonly Timer[]): Promise<readonly Timer[]> {
  for (const timer of timers) {
    const scene_ids = await leaveScenes(ctx, timer.id)
    const before = { scene_ids, operator: timer.changed_by }
    ctx.audit({ object: `device-timer:${timer.id}`, name: timer.name, ...onlyOne(scene_ids), before })
    emitTimers(ctx, scene_ids)
  }
  return timers
}

/** A resumed timer continues with its next time; missed runs are not repeated. */
export async function pause(ctx: Ctx, timer: Timer, paused: boolean): Promise<void> {
  const scenes = await clocksOf(ctx, timer.id)
  const runs = paused
    ? scenes.map(({ scene_id }) => ({ scene_id, next_at: null }))
    : runsAfter(timer, scenes, ctx.now())
  await setPaused(ctx, timer.id, paused, ctx.session?.name ?? '', ctx.now())
  await setScenes(ctx, timer.id, runs)
  const ids = scenes.map(({ scene_id }) => scene_id)
  const [before, after] = [{ paused: timer.paused }, { paused }]
  ctx.audit({ object: `device-timer:${timer.id}`, name: timer.name, ...onlyOne(ids), before, after })
  noteVisits(ctx, timer, ids, { before, after })
  emitTimers(ctx, ids)
}

const onlyOne = ([first, ...more]: number[]) => (first && more.length === 0 ? { scene_id: first } : {})
