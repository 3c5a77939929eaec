import { Type } from 'typebox'
import { defineCalls } from '../../kit/define-calls.ts'
import { Flag, Line, Maybe, Time, enumOf } from '../../kit/schema.ts'
import { actErrors as errors } from './act-errors.ts'
import { alarmLevel } from '../alarm-type/enums.ts'
import { alarmState } from '../alarm/enums.ts'
import { linkAction } from './enums.ts'

/** Of a link in a message: which message it came in, signed by this installation. */
const Signed = Type.String({ pattern: '^[0-9a-f]{32}[\\w-]{43}$' })

export const actCalls = defineCalls({
  show: {
    at: 'GET alarm/act',
    does: { zh: '查看消息链接中的告警', en: 'Show the alarms of a message link' },
    who: 'anyone',
    scene: 'none',
    in: Type.Object({ t: Signed }),
    out: Type.Object({
      /** The contact or robot the message went to. */
      name: Type.String(),
      team: Type.String(),
      expires_at: Time,
      list: Type.Array(
        Type.Object({
          title: Type.String(),
          text: Type.String(),
          level: enumOf(alarmLevel),
          state: enumOf(alarmState),
          lasting: Flag,
          acknowledged: Flag,
          device_name: Type.String(),
          scene_name: Type.String(),
          last_at: Time,
          ignored_until: Maybe(Time),
          changed_by: Type.String(),
        }),
      ),
      /** Links of the message that were used. */
      used: Type.Array(Type.Object({ action: enumOf(linkAction), at: Time, by: Type.String() })),
    }),
    errors: [errors.linkOver],
    per_minute: 60,
  },
  act: {
    at: 'POST alarm/act',
    does: { zh: '通过消息链接处理告警', en: 'Handle the alarms of a message link, once' },
    who: 'anyone',
    scene: 'none',
    in: Type.Object({
      t: Signed,
      action: enumOf(linkAction),
      /** Name of the reader: a message to a group has many. */
      by: Type.Optional(Line(32)),
    }),
    out: Type.Object({ total_cnt: Type.Integer() }),
    errors: [errors.linkOver, errors.linkUsed, errors.nothingOpen],
    // each alarm has an entry of its own in the log of its team
    audit: false,
    per_minute: 30,
  },
})
