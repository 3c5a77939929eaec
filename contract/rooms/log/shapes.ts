import { Type } from 'typebox'
import { enumOf, Id, Maybe, Time } from '../../kit/schema.ts'
import { taskResult, taskType } from './enums.ts'

/** What became of a task on one device. */
export const TaskItemRow = Type.Object({
  task_id: Id,
  type: enumOf(taskType),
  device_id: Id,
  sn: Type.String(),
  name: Type.String(),
  scene_id: Id,
  operator: Type.String(),
  result: enumOf(taskResult),
  /** In the caller's language, then the device's own words. */
  msg: Type.String(),
  started_at: Time,
  ended_at: Maybe(Time),
  /** While the device is offline and waited for: until when. */
  waits_until: Maybe(Time),
})
