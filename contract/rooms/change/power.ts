import { Type } from 'typebox'
import { defineCalls } from '../../kit/define-calls.ts'
import { Id, Line } from '../../kit/schema.ts'
import { deviceErrors } from '../device/errors.ts'
import { changeErrors as errors } from './errors.ts'
import { Confirmed, confirmErrors } from '../../kit/confirm.ts'

export const powerCalls = defineCalls({
  /**
   * Power-cycles PoE ports of a switch, to restart the devices on them. The switch is sent its configuration without power on these ports,
   * then its present one: its client answers "Success" to any other command, so only this is known to have an effect. Answers when both
   * were accepted; if the second was not, it is retried every minute until it is.
   */
  cycle: {
    at: 'POST change/power',
    does: { zh: 'PoE 端口断电重启', en: 'Power-cycle PoE ports of a switch' },
    who: 'device.command',
    scene: 'write',
    in: Type.Object({
      id: Id,
      ports: Type.Array(Line(32, 1), { minItems: 1, maxItems: 64 }),
      /** How long the ports are without power. */
      seconds: Type.Optional(Type.Integer({ minimum: 2, maximum: 30, default: 5 })),
      ...Confirmed,
    }),
    /** `restored` 0: the switch did not confirm the power; the server retries. */
    out: Type.Object({ restored: Type.Integer({ minimum: 0, maximum: 1 }) }),
    errors: [
      deviceErrors.offline,
      deviceErrors.notSupported,
      errors.deviceBusy,
      errors.notAsWanted,
      errors.noPower,
      errors.notTaken,
      confirmErrors.needsConfirm,
    ],
    tx: false,
  },
})
