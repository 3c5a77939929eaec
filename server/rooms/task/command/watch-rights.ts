import { commandCalls } from '@belvedere/contract/rooms/task/command.ts'
import type { RequiredRights } from '../../../kernel/access.ts'
import type { System } from '../../../kernel/implement.ts'
import { actAs } from '../../../engines/act-as/act-as.ts'
import type { Order } from './order.ts'
import type { TaskRun } from './run-task.ts'

/** ms for which rights that were looked at count: a task of thousands of devices asks once a second, a short one never. */
const FRESH = 1000

/** Whether whoever ordered a task still may, device by device, from now on. */
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
      // the store is away for a moment: what a task has begun goes on, and is asked again
      () => undefined,
    )
  }
}
