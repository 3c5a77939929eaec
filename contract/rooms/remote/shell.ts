import { Type } from 'typebox'
import { defineCalls } from '../../kit/define-calls.ts'
import { Id } from '../../kit/schema.ts'
import { deviceErrors } from '../device/errors.ts'
import { remoteErrors as errors } from './errors.ts'

export const shellCalls = defineCalls({
  open: {
    at: 'POST device/command/remote',
    does: { zh: '远程终端', en: 'Open a remote shell on a device' },
    who: 'device.command',
    unconfirmed: 'a session on one device, of which every word is typed',
    scene: 'write',
    in: Type.Object({
      id: Id,
      kind: Type.Optional(Type.Unsafe<'shell'>({ type: 'string', enum: ['shell'] })),
      cols: Type.Optional(Type.Integer({ minimum: 20, maximum: 500, default: 80 })),
      rows: Type.Optional(Type.Integer({ minimum: 5, maximum: 200, default: 24 })),
    }),
    /** Then a WebSocket at `/api/v1/device/remote/<session>?ticket=<ticket>` within `expires_in` seconds, once. */
    out: Type.Object({
      /** Of the list of remote sessions, where it is ended. */
      id: Id,
      session: Type.String(),
      ticket: Type.String(),
      expires_in: Type.Integer(),
      task_id: Id,
    }),
    errors: [deviceErrors.offline, deviceErrors.notSupported, deviceErrors.timedOut, errors.tooManyShells],
    fresh: true,
    tx: false,
  },
})
