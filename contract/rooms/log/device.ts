import { Type } from 'typebox'
import { defineCalls } from '../../kit/define-calls.ts'
import { Flag, Id, IdOrZero, Line, Maybe, Time, enumOf } from '../../kit/schema.ts'
import { tableIn } from '../../kit/table.ts'
import { deviceLogType, logSeverity } from './enums.ts'

export const deviceLogCalls = defineCalls({
  list: {
    at: 'GET log/device',
    does: { zh: '设备日志', en: 'Device logs, newest first; the search covers program and text' },
    who: 'log.read',
    scene: 'read',
    in: tableIn(
      {
        scene_id: Type.Optional(IdOrZero),
        device_id: Type.Optional(Id),
        /** Name or serial number of a device, or name of another source, in part. */
        device: Type.Optional(Line(64)),
        types: Type.Optional(Type.Array(enumOf(deviceLogType), { minItems: 1, maxItems: 9 })),
        /** This severe or more so. */
        severity: Type.Optional(enumOf(logSeverity)),
        from: Type.Optional(Time),
        to: Type.Optional(Time),
      },
      ['at'],
    ),
    out: Type.Object({
      total: Type.Integer(),
      list: Type.Array(
        Type.Object({
          id: Type.Integer(),
          at: Time,
          /** 0: a source that is no device of the scene. */
          device_id: IdOrZero,
          /** Name of the device as it is now, or the name or address by which the source calls itself; `#12` of a device that is gone. */
          device_name: Type.String(),
          scene_id: Id,
          scene_name: Type.String(),
          type: enumOf(deviceLogType),
          severity: enumOf(logSeverity),
          program: Type.String(),
          text: Type.String(),
        }),
      ),
      /** 1: more meet the filter than are listed and counted. */
      capped: Flag,
      /** The moment back to which was looked; earlier lines are found by a narrower time, scene or device. */
      looked_from: Maybe(Time),
      /** Days that lines are kept. */
      kept_days: Type.Integer(),
    }),
    shows: ['device-log'],
  },
})
