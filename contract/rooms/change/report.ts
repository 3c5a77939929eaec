import { Type } from 'typebox'
import { defineCalls } from '../../kit/define-calls.ts'
import { Flag, Id, Ids, Maybe } from '../../kit/schema.ts'
import { changeErrors as errors } from './errors.ts'
import { Confirmed, confirmErrors } from '../../kit/confirm.ts'

export const reportCalls = defineCalls({
  state: {
    at: 'GET change/report',
    does: { zh: '设备的上报设置', en: 'Reporting settings of a device' },
    who: 'device.read',
    scene: 'read',
    in: Type.Object({ device_id: Id }),
    out: Type.Object({
      /** By its configuration; null: unknown, or its family has no such settings. */
      reporting: Maybe(
        Type.Object({
          /** Seconds between two states; 0: it sends none. */
          every: Type.Integer(),
          checks: Flag,
          terminals: Flag,
          networks: Flag,
          events: Flag,
        }),
      ),
      /** 1: reporting starts as soon as its configuration is known and it is online. */
      asked: Flag,
      /** 1: a change set is running on it. */
      pending: Flag,
    }),
    shows: ['intent', 'device', 'change'],
  },
  /**
   * Configures devices to report once a minute, by a change set. Devices with unknown configuration, or which are offline, follow
   * automatically within a week.
   */
  start: {
    at: 'POST change/report',
    does: { zh: '开始上报', en: 'Start reports of terminals, wireless networks and events' },
    who: 'change.write',
    scene: 'write',
    in: Type.Object({ ids: Ids, ...Confirmed }),
    /** `id` of the change set, 0: none. `waiting_cnt`: devices that follow later. */
    out: Type.Object({ id: Type.Integer(), device_cnt: Type.Integer(), waiting_cnt: Type.Integer() }),
    errors: [errors.draftOpen, errors.deviceBusy, errors.tooMany, errors.tooManyDevices, confirmErrors.needsConfirm],
  },
})
