import { powerCalls } from '@belvedere/contract/rooms/change/power.ts'
import { implement } from '../../kernel/implement.ts'
import { defineUndo } from '../../engines/undo/define-undo.ts'
import { requireConfirmed } from '../../engines/confirm/require-confirmed.ts'
import { cyclePorts } from './power/cycle-ports.job.ts'

export const calls = implement(powerCalls, {
  async cycle(ctx, { id, ports, seconds = 5, ...given }) {
    await requireConfirmed(ctx, { ids: [id], action: 'poe', ports }, given)
    return { restored: (await cyclePorts(ctx, id, [...new Set(ports)], seconds)) ? 1 : 0 }
  },
})

export const undo = defineUndo(powerCalls, {
  cycle: { zh: '端口已经断过电', en: 'The ports have been without power' },
})
