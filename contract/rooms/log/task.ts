import { Type } from 'typebox'
import { defineCalls } from '../../kit/define-calls.ts'
import { enumOf, Flag, Id, Line, Maybe, Time } from '../../kit/schema.ts'
import { tableIn, tableOut } from '../../kit/table.ts'
import { taskResult, taskType } from './enums.ts'
import { TaskItemRow } from './shapes.ts'

export const taskCalls = defineCalls({
  list: {
    at: 'GET log/task',
    does: { zh: '任务日志', en: 'Tasks on devices, newest first' },
    who: 'log.read',
    scene: 'read',
    in: tableIn(
      {
        scene_id: Type.Optional(Type.Integer({ minimum: 0 })),
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
      }),
    ),
    shows: ['task'],
  },
  item: {
    at: 'GET log/task/item',
    does: { zh: '任务明细', en: 'What became of a task on each device' },
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
