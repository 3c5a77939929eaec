import { Type } from 'typebox'
import { defineCalls } from '../../kit/define-calls.ts'
import { Flag, Id, Line, Time } from '../../kit/schema.ts'

export const enrolCalls = defineCalls({
  token: {
    at: 'POST device/enrol/token',
    does: { zh: '生成主机接入命令', en: 'Create the command that connects a Linux host' },
    who: 'device.write',
    scene: 'own',
    in: Type.Object({ scene_id: Id, name: Type.Optional(Line(32)) }),
    out: Type.Object({
      /** To be run on the host, as root for everything, as any user for reports only. */
      command: Type.String(),
      token: Type.String(),
      expires_at: Time,
      /** 1: the address in the command reaches this machine only. */
      local_only: Flag,
    }),
    fresh: true,
    per_minute: 60,
  },
})
