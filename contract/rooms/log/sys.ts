import { Type } from 'typebox'
import { defineCalls } from '../../kit/define-calls.ts'
import { Flag, IdOrZero, Line, Maybe, Time, enumOf } from '../../kit/schema.ts'
import { tableIn } from '../../kit/table.ts'
import { auditSource } from './enums.ts'

export const sysCalls = defineCalls({
  list: {
    at: 'GET log/sys',
    does: { zh: '操作日志', en: 'Operations of the team, with values before and after' },
    who: 'log.read',
    scene: 'read',
    in: tableIn(
      {
        scene_id: Type.Optional(IdOrZero),
        /** Account, in part. */
        operator: Type.Optional(Line(64)),
        /** Kind of object (`device`) or one object (`device:12`). */
        object: Type.Optional(Line(64)),
        way: Type.Optional(enumOf(auditSource)),
        from: Type.Optional(Time),
        to: Type.Optional(Time),
      },
      ['id', 'at', 'account', 'object', 'call'],
    ),
    out: Type.Object({
      total: Type.Integer(),
      list: Type.Array(
        Type.Object({
          id: Type.Integer(),
          at: Time,
          uid: Type.Integer(),
          account: Type.String(),
          /** Team of a guest who did it in a scene of the own team; null: nobody of another team. */
          guest: Maybe(Type.String()),
          way: enumOf(auditSource),
          ip: Type.String(),
          request_id: Type.String(),
          /** Address of the call, and its words in the caller's language. */
          call: Type.String(),
          action: Type.String(),
          object: Type.String(),
          name: Type.String(),
          scene_id: Maybe(Type.Integer()),
          scene_name: Maybe(Type.String()),
          before: Type.Unknown(),
          after: Type.Unknown(),
          /** What before and after speak of by number and the caller sees, by `device:12`, `scene:3`, `device-group:4`. */
          names: Type.Record(Type.String(), Type.String()),
          /** The operation it undid, and the one by which it is undone. */
          undoes: Maybe(Type.Integer()),
          undone_by: Maybe(Type.Integer()),
          /** How many operations its request was. */
          request_cnt: Type.Integer(),
          /** Why it cannot be undone; `to`: the page where it is done in another way; `by`: who undid it. */
          undo: Type.Object({ can: Flag, why: Type.String(), to: Type.String(), by: Type.String() }),
        }),
      ),
      /** 1: more meet the filter than are listed and counted. */
      capped: Flag,
    }),
    shows: ['operation'],
  },
})
