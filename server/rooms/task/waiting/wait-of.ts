import { WAIT_HOURS } from '@belvedere/contract/rooms/task/timer/enums.ts'
import type { Plan } from '../command/plan.ts'

/** How long a plan waits for devices that are offline, as a call tells it; nothing when it shall not. */
export function waitOf(request: { wait_offline?: 0 | 1; wait_hours?: number }): Pick<Plan, 'waitSeconds'> {
  return request.wait_offline ? { waitSeconds: (request.wait_hours ?? WAIT_HOURS) * 3600 } : {}
}
