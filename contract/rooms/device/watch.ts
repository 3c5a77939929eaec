import { Type } from 'typebox'
import { defineCalls } from '../../kit/define-calls.ts'
import { Empty, Id, Time } from '../../kit/schema.ts'
import { deviceErrors as errors } from './errors.ts'

export const watchCalls = defineCalls({
  /** The device reports every few seconds for a minute and a half; a repeated call extends this. */
  start: {
    at: 'POST device/watch',
    does: { zh: '实时查看设备', en: 'Start live reports of a device' },
    who: 'device.command',
    unconfirmed: 'one device reports more often for a while',
    scene: 'write',
    in: Type.Object({ id: Id }),
    out: Type.Object({ until: Time }),
    errors: [errors.offline, errors.notSupported, errors.timedOut],
    tx: false,
    audit: false,
  },
  stop: {
    at: 'DELETE device/watch',
    does: { zh: '结束实时查看', en: 'Stop live reports of a device' },
    who: 'device.command',
    unconfirmed: 'one device reports as often as before',
    scene: 'write',
    in: Type.Object({ id: Id }),
    out: Empty,
    tx: false,
    audit: false,
  },
})
