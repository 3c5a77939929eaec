import { commandCalls } from '@belvedere/contract/rooms/task/command.ts'
import type { RequiredRights } from '../../../kernel/access.ts'
import type { System } from '../../../kernel/implement.ts'
import { actAs } from '../../../engines/act-as/act-as.ts'
import type { Order } from './order.ts'
import type { TaskRun } from './run-task.ts'

/**
 * Milliseconds for which checked rights stay valid: a task of thousands of devices checks once a second, a short one
 * never.
 */
const FRESH = 1000

/** Whether the author of a task still has the rights, device by device, from now on. */
export function watchRights(system: System, uid: number, order: Order | undefined): NonNullable<TaskRun['lost']> {
  const call: RequiredRights = order ? commandCalls[order.kind] : { who: 'session', scene: 'write' }
  let at = performance.now()
  let request: ReturnType<typeof actAs> | undefined
  return (device) => {
    if (performance.now() - at > FRESH) {
      at = performance.now()
      request = actAs(system, uid, call)
    }
    return request?.then(
      (rights) => ('lost' in rights ? rights.lost : rights.lossIn(device.scene_id)),
      // the database is unavailable for a moment: a running task continues, and is checked again
      () => undefined,
    )
  }
}
