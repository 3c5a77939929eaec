import { Type } from 'typebox'
import { defineCalls } from '../../kit/define-calls.ts'
import { Empty, Flag, Id, IdOrZero, Line, Name, Time } from '../../kit/schema.ts'
import { logErrors as errors } from './errors.ts'

export const syslogCalls = defineCalls({
  list: {
    at: 'GET log/syslog',
    does: { zh: 'syslog 来源', en: 'Syslog sources of the own scenes, and the addresses of the receiver' },
    who: 'log.read',
    scene: 'own',
    in: Type.Object({ scene_id: Type.Optional(IdOrZero) }),
    out: Type.Object({
      list: Type.Array(
        Type.Object({
          id: Id,
          name: Type.String(),
          scene_id: Id,
          scene_name: Type.String(),
          /** Address or network; empty: by a token. */
          address: Type.String(),
          created_at: Time,
          created_by: Type.String(),
          /** The last time its messages were looked up; 0: never. */
          seen_at: Time,
        }),
      ),
      /** `on` 0: this server does not receive syslog. */
      receiver: Type.Object({
        on: Flag,
        host: Type.String(),
        port: Type.Integer(),
        tls_port: Type.Integer(),
      }),
    }),
    shows: ['syslog-source'],
  },
  /** The token is told this once; a source by address has none. */
  add: {
    at: 'POST log/syslog',
    does: { zh: '添加 syslog 来源', en: 'Add a syslog source by token or address' },
    who: 'device.write',
    scene: 'own',
    in: Type.Object({ scene_id: Id, name: Name, address: Type.Optional(Line(64)) }),
    out: Type.Object({ id: Id, token: Type.String() }),
    errors: [errors.badAddress, errors.wideNetwork, errors.addressTaken, errors.foreignAddress, errors.tooManySources],
  },
  remove: {
    at: 'DELETE log/syslog',
    does: { zh: '删除 syslog 来源', en: 'Remove a syslog source' },
    who: 'device.write',
    scene: 'own',
    undoable: true,
    in: Type.Object({ id: Id }),
    out: Empty,
  },
})
