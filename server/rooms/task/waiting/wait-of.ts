import { WAIT_HOURS } from '@belvedere/contract/rooms/task/timer/enums.ts'
import type { Plan } from '../command/plan.ts'

/** How long a plan waits for offline devices, from the input of a call; undefined when it does not. */
export function waitOf(request: { wait_offline?: 0 | 1; wait_hours?: number }): Pick<Plan, 'waitSeconds'> {
  return request.wait_offline ? { waitSeconds: (request.wait_hours ?? WAIT_HOURS) * 3600 } : {}
}
