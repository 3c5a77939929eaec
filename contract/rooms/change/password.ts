import { Type } from 'typebox'
import { defineCalls } from '../../kit/define-calls.ts'
import { Id } from '../../kit/schema.ts'
import { DevicePassword } from '../intent/shapes.ts'
import { intentErrors } from '../intent/errors.ts'
import { CommandOut } from '../task/shapes.ts'
import { changeErrors } from './errors.ts'
import { Confirmed, confirmErrors } from '../../kit/confirm.ts'

export const passwordCalls = defineCalls({
  /** A separate change set: it never touches a draft. The items of the task end with the set on each device. */
  set: {
    at: 'POST device/command/password',
    does: { zh: '修改设备登录密码', en: 'Change the login password of devices' },
    who: 'change.write',
    scene: 'write',
    in: Type.Object({
      /** As many as a change set has edits. */
      ids: Type.Array(Id, { minItems: 1, maxItems: 1000 }),
      password: DevicePassword,
      ...Confirmed,
    }),
    out: Type.Object({
      ...CommandOut.properties,
      /** The set that brings it to the devices. */
      change_id: Type.Optional(Id),
    }),
    errors: [intentErrors.unsafePassword, changeErrors.deviceBusy, confirmErrors.needsConfirm],
  },
})
