import type { IdOf } from '@belvedere/contract/kit/define-enum.ts'
import type { Lang } from '@belvedere/contract/kit/text.ts'
import type { taskReason } from '@belvedere/contract/rooms/task/reason/enums.ts'
import type { QueryContext } from '../../../kernel/db.ts'
import type { AuditNote, System } from '../../../kernel/implement.ts'
import type { Refusal } from '../../../kernel/refuse.ts'
import type { HeldDevice } from '../../device/api.ts'
import type { NewTask } from '../store.ts'
import type { Order } from './order.ts'
import type { TaskRun } from './run-task.ts'

/** Why a device cannot be told: what a call refuses with, and the reason a task's item ends with. */
export interface CommandObstacle {
  refusal: Refusal
  reason: IdOf<typeof taskReason>
  /** Beside the reason; of no language. */
  msg?: string
}

/** Of an order for devices. */
export interface Obstacles {
  /** It holds for whatever device. */
  all?: CommandObstacle
  byDevice: ReadonlyMap<number, CommandObstacle>
}

/** On whose behalf a task runs: a caller, the owner of a timer, the product itself. `access` says what they may touch now. */
export interface Orderer extends QueryContext {
  readonly system: System
  readonly uid: number
  /** As the logs name them. */
  readonly operator: string
  readonly lang: Lang
  now(): number
  audit(note: AuditNote): void
}

/** What a task does on each device, and how long one device may take. */
export interface Plan extends Pick<TaskRun, 'timeout' | 'settle' | 'atOnce'> {
  type: NewTask['type']
  /** What the operation log keeps beside the devices. */
  note?: Record<string, unknown>
  /** Refuses a call for want of room. */
  admit?(devices: readonly HeldDevice[]): Promise<void>
  /** Prepared in the transaction of the task: tickets, packages. */
  prepare?(devices: readonly HeldDevice[], task_id: number): Promise<TaskRun['commandOf']>
  commandOf?: TaskRun['commandOf']
  /** What stands in the way of it; `prepare` refuses for any of them. */
  obstacles?(devices: readonly HeldDevice[]): Promise<Obstacles>
  /** Devices whose items end with these reasons at once: nobody is there to be refused. */
  refused?: ReadonlyMap<number, CommandObstacle>
  /** The same as data. A plan without it cannot wait for devices. */
  order?: Order
  /** It cuts what hangs on a device: devices further from the uplink come first. */
  outermostFirst?: true
  /** The task it repeats. */
  retry_of?: number
  /** How long to wait for devices that are offline; absent: they fail at once. */
  waitSeconds?: number
}
