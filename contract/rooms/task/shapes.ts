import { Type } from 'typebox'
import { taskResult, taskType } from './enums.ts'
import { enumOf, Id, Lines, Maybe, Time } from '../../kit/schema.ts'
import { BatchOut } from '../../kit/table.ts'

/** Result of a task on one device. */
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
  /** Until when it waits for an offline device. */
  waits_until: Maybe(Time),
})

/** Result of a command so far: the batch, its task, and the results within `wait`. */
export const CommandOut = Type.Object({
  ...BatchOut.properties,
  /** Devices the command went out to. */
  accepted_cnt: Type.Integer(),
  results: Type.Optional(
    Type.Array(
      Type.Object({
        id: Id,
        sn: Type.String(),
        result: enumOf(taskResult),
        msg: Type.String(),
        data: Type.Optional(Type.Unknown()),
      }),
    ),
  ),
})

/** What an upgrade installs, at once and by a timer alike. */
export const upgradeImage = {
  /** An image of the library; it must fit every device. */
  firmware_id: Type.Optional(Id),
  /** Address of the image, where it is not in the library; without what a shell of a device would read as more than text. Hosts with our agent need none: they get the agent this server ships. */
  uri: Type.Optional(Type.String({ maxLength: 1024, pattern: '^https?://[^\\s"$`\\\\]+$' })),
  sha256: Type.Optional(Type.String({ pattern: '^[0-9a-fA-F]{64}$' })),
  signature: Type.Optional(Lines(4096)),
}
