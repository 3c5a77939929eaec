import { Type } from 'typebox'
import { defineCalls } from '../../kit/define-calls.ts'
import { enumOf, Flag, Id, Line, Maybe, Time } from '../../kit/schema.ts'
import { deviceErrors } from '../device/errors.ts'
import { enrolErrors as errors } from './errors.ts'
import { claimState } from './claim/enums.ts'

export const addCalls = defineCalls({
  add: {
    at: 'POST device/add',
    /**
     * A device needs a proof of possession: its claim code, a token in its messages, or the approval of an administrator of the
     * installation, whose own team needs none. Without proof a request is made: `id` is 0 and `asked` states the request; the answer does
     * not reveal whether the serial number is known.
     */
    does: { zh: '添加设备', en: 'Claim a device by its serial number' },
    who: 'device.write',
    scene: 'own',
    in: Type.Object({
      sn: Line(64, 12),
      scene_id: Id,
      name: Type.Optional(Line(32)),
      /** As printed on the device or its page; case, spaces and hyphens are ignored. */
      claim_code: Type.Optional(Line(64)),
      /** 1: it is asked to report as soon as its configuration is known; for those who may change configurations. */
      report: Type.Optional(Flag),
    }),
    out: Type.Object({
      id: Type.Integer({ minimum: 0 }),
      sn: Type.String(),
      online: Flag,
      asked: Type.Optional(Type.Object({ id: Id, state: enumOf(claimState), expires_at: Maybe(Time) })),
    }),
    errors: [
      deviceErrors.badSerial,
      deviceErrors.claimed,
      errors.alreadyHere,
      errors.blocked,
      errors.wrongClaimCode,
      errors.tooManyTries,
    ],
    per_minute: 120,
  },
})
