import { Type } from 'typebox'
import { taskResult, taskType } from './enums.ts'
import { defineCalls } from '../../kit/define-calls.ts'
import { Flag, Id, IdOrZero, Line, Maybe, Time, enumOf } from '../../kit/schema.ts'
import { BatchOut, tableIn, tableOut } from '../../kit/table.ts'
import { Confirmed, confirmErrors } from '../../kit/confirm.ts'
import { taskErrors as errors } from './errors.ts'
import { TaskItemRow } from './shapes.ts'

export const taskCalls = defineCalls({
  list: {
    at: 'GET log/task',
    does: { zh: '任务日志', en: 'Tasks on devices, newest first' },
    who: 'log.read',
    scene: 'read',
    in: tableIn(
      {
        scene_id: Type.Optional(IdOrZero),
        task_id: Type.Optional(Id),
        type: Type.Optional(enumOf(taskType)),
        /** Any of these. */
        types: Type.Optional(Type.Array(enumOf(taskType), { minItems: 1, maxItems: 20 })),
        result: Type.Optional(enumOf(taskResult)),
        device_id: Type.Optional(Id),
        operator: Type.Optional(Line(64)),
        /** 1: only what the caller ordered. */
        mine: Type.Optional(Flag),
        from: Type.Optional(Time),
        to: Type.Optional(Time),
      },
      ['id', 'created_at', 'ended_at', 'type', 'result', 'total_cnt', 'err_cnt'],
    ),
    out: tableOut(
      Type.Object({
        id: Id,
        type: enumOf(taskType),
        operator: Type.String(),
        result: enumOf(taskResult),
        total_cnt: Type.Integer(),
        err_cnt: Type.Integer(),
        /** Items that ended. */
        done_cnt: Type.Integer(),
        /** Percent. */
        progress: Type.Integer(),
        /** Up to three names of what it is about. */
        objects: Type.Array(Type.String()),
        created_at: Time,
        ended_at: Maybe(Time),
        /** Items that wait for their device. */
        waiting_cnt: Type.Integer(),
        /** 1: its command can be repeated. */
        repeatable: Flag,
        /** The task it repeats. */
        retry_of: Maybe(Id),
      }),
    ),
    shows: ['task'],
  },
  /** The same command for the devices on which it failed; the answer has the new task. */
  retry: {
    at: 'POST log/task/retry',
    does: { zh: '重试失败的设备', en: 'Retry a task on its failed devices' },
    who: 'device.command',
    scene: 'write',
    in: Type.Object({ task_id: Id, ...Confirmed }),
    out: BatchOut,
    errors: [errors.notRepeatable, errors.nothingFailed, confirmErrors.needsConfirm],
  },
  /** Cancels the items of devices that have not connected; commands already sent continue. */
  cancel: {
    at: 'POST log/task/cancel',
    does: { zh: '取消等待中的任务', en: 'Cancel the waiting part of a task' },
    who: 'device.command',
    scene: 'write',
    in: Type.Object({ task_id: Id }),
    out: BatchOut,
    errors: [errors.nothingWaits],
  },
  item: {
    at: 'GET log/task/item',
    does: { zh: '任务明细', en: 'Results of a task by device' },
    who: 'log.read',
    scene: 'read',
    in: tableIn(
      { task_id: Type.Optional(Id), device_id: Type.Optional(Id), result: Type.Optional(enumOf(taskResult)) },
      ['id', 'name', 'result', 'started_at', 'ended_at'],
      1000,
    ),
    out: tableOut(TaskItemRow),
    shows: ['task'],
  },
})
