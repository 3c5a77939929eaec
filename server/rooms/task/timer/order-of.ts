import type { Order } from '../command/order.ts'
import type { TimerDetails } from './store.ts'

/** The command of a timer. */
export function orderOf({ kind, args }: Pick<TimerDetails, 'kind' | 'args'>): Order {
  if (kind === 'reboot') return { kind }
  if (kind === 'backup') return { kind, source: 'timer', note: args['note'] ?? '' }
  const { firmware_id, ...rest } = args
  return { kind, ...rest, ...(firmware_id ? { firmware_id: Number(firmware_id) } : {}) }
}
