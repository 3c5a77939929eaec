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

/** Why a device cannot be commanded: the error of a call, and the reason of a task's item. */
export interface CommandObstacle {
  refusal: Refusal
  reason: IdOf<typeof taskReason>
  /** In addition to the reason; without a language. */
  msg?: string
}

/** For an order for devices. */
export interface Obstacles {
  /** Applies to all devices. */
  all?: CommandObstacle
  byDevice: ReadonlyMap<number, CommandObstacle>
}

/**
 * The identity that a task runs as: a caller, the owner of a timer, the product itself. `access` are its current
 * rights.
 */
export interface Orderer extends QueryContext {
  readonly system: System
  readonly uid: number
  /** The name in the logs. */
  readonly operator: string
  readonly lang: Lang
  now(): number
  audit(note: AuditNote): void
}

/** What a task does on each device, and the time limit for one device. */
export interface Plan extends Pick<TaskRun, 'timeout' | 'settle' | 'atOnce'> {
  type: NewTask['type']
  /** Additional data for the operation log. */
  note?: Record<string, unknown>
  /** Refuses a call when a quota is exhausted. */
  admit?(devices: readonly HeldDevice[]): Promise<void>
  /** Prepared in the transaction of the task: tickets, packages. */
  prepare?(devices: readonly HeldDevice[], task_id: number): Promise<TaskRun['commandOf']>
  commandOf?: TaskRun['commandOf']
  /** The obstacles; `prepare` refuses for any of them. */
  obstacles?(devices: readonly HeldDevice[]): Promise<Obstacles>
  /** Devices whose items end with these reasons immediately: there is no caller to refuse. */
  refused?: ReadonlyMap<number, CommandObstacle>
  /** The plan as data. A plan without it cannot wait for devices. */
  order?: Order
  /** It interrupts devices behind a device: devices further from the uplink come first. */
  outermostFirst?: true
  /** The task it repeats. */
  retry_of?: number
  /** Seconds to wait for offline devices; absent: they fail immediately. */
  waitSeconds?: number
}
