import { Type } from 'typebox'
import { defineCalls } from '../../kit/define-calls.ts'
import { Id, IdOrZero, Maybe } from '../../kit/schema.ts'
import { deviceErrors } from '../device/errors.ts'
import { monitorErrors as errors } from './errors.ts'

export const scanCalls = defineCalls({
  /**
   * Who is in a network: its addresses are pinged from a device of the scene, else from the server, and the table of
   * neighbours is read. Takes up to a minute and a half. Only administrators of the installation scan from the server.
   */
  run: {
    at: 'POST device/scan',
    does: { zh: '扫描局域网', en: 'Scan a network for devices' },
    who: 'device.write',
    unconfirmed: 'it asks who answers in a network',
    scene: 'write',
    in: Type.Object({
      scene_id: Id,
      /** Absent: the main device of the scene; 0: the server. */
      device_id: Type.Optional(IdOrZero),
      /** IPv4 network of at most 1024 addresses; absent: those the device, or the server, is in. */
      subnet: Type.Optional(Type.String({ maxLength: 18, pattern: String.raw`^(\d{1,3}\.){3}\d{1,3}/\d{1,2}$` })),
    }),
    out: Type.Object({
      /** Where it was looked from: a device, null: the server. */
      from: Maybe(Type.Object({ id: Id, name: Type.String() })),
      subnets: Type.Array(Type.String()),
      list: Type.Array(
        Type.Object({
          ip: Type.String(),
          mac: Maybe(Type.String()),
          vendor: Type.String(),
          rtt_ms: Maybe(Type.Number()),
          /** The device of the scene it is. */
          known: Maybe(Type.Object({ id: Id, name: Type.String() })),
        }),
      ),
    }),
    errors: [
      deviceErrors.noMainDevice,
      deviceErrors.offline,
      deviceErrors.notSupported,
      errors.noNetwork,
      errors.largeNetwork,
      errors.scanFailed,
      errors.noPoller,
    ],
    tx: false,
    audit: false,
    per_minute: 10,
  },
})
