import { Type } from 'typebox'
import { defineCalls } from '../../kit/define-calls.ts'
import { Empty } from '../../kit/schema.ts'

export const typeCalls = defineCalls({
  list: {
    at: 'GET alarm/type',
    does: { zh: '告警类型', en: 'Types of alarms this server raises' },
    who: 'alarm.read',
    scene: 'none',
    in: Empty,
    out: Type.Object({
      list: Type.Array(
        Type.Object({
          id: Type.String(),
          name: Type.String(),
          /** Default level; 0: off by default. */
          level: Type.Integer({ minimum: 0, maximum: 3 }),
        }),
      ),
    }),
  },
})
