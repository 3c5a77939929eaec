import { thirdCalls } from '@belvedere/contract/rooms/device/third.ts'
import { defineUndo, type Done, type Reversal } from '../../kernel/undo.ts'
import { device } from './device-undo.ts'
import { holdThird, type ThirdRow } from './third/store.ts'
import { calls } from './third.ts'

type Shown = Pick<ThirdRow, 'name' | 'kind' | 'ip' | 'monitor'>

/** Secrets are no part of an operation: those in force stay. */
const third: Reversal = {
  kind: 'device',
  async read(ctx, id) {
    const found = await holdThird(ctx, id)
    return found && { name: found.name, kind: found.kind, ip: found.ip, monitor: found.monitor }
  },
  async change(ctx, id, to) {
    const now = await holdThird(ctx, id)
    if (!now) return
    const { name, kind, ip, monitor } = { ...now, ...(to as Partial<Shown>) }
    await calls.handlers.mod(ctx, { id, name, kind: kind as 'other', ip, monitor })
  },
}

export const undo = defineUndo(thirdCalls, { mod: ({ before }: Done) => (before ? third : device) })
