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
     * A device needs proof that one has it: its claim code, a token in its own messages, or the approval of an administrator of
     * the installation, whose own team needs none. Without proof it is asked for: `id` is 0 and `asked` tells for what one
     * waits; the answer is the same whether the serial number is known here or not.
     */
    does: { zh: '添加设备', en: 'Claim a device by its serial number' },
    who: 'device.write',
    scene: 'own',
    in: Type.Object({
      sn: Line(64, 12),
      scene_id: Id,
      name: Type.Optional(Line(32)),
      /** As it stands on the device or its page; case, spaces and hyphens do not matter. */
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
