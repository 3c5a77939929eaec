import { Type } from 'typebox'
import { defineCalls } from '../../kit/define-calls.ts'
import { Empty, enumOf, Id, IdOrZero, Maybe, Time } from '../../kit/schema.ts'
import { tableIn, tableOut } from '../../kit/table.ts'
import { captureState } from './capture/enums.ts'
import { deviceErrors } from '../device/errors.ts'
import { remoteErrors as errors } from './errors.ts'

export const captureCalls = defineCalls({
  start: {
    at: 'POST device/capture',
    does: { zh: '在设备上抓包', en: 'Capture packets on a device' },
    who: 'device.command',
    unconfirmed: 'one device copies packets it forwards anyway',
    scene: 'write',
    in: Type.Object({
      id: Id,
      /** The device's own name of a port or radio; `any`: all of them. */
      interface: Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9_.-]{0,14}$' }),
      /** Number of packets, complete; else those within `seconds`, the first 128 bytes of each. */
      packets: Type.Optional(Type.Integer({ minimum: 1, maximum: 5000 })),
      seconds: Type.Optional(Type.Integer({ minimum: 5, maximum: 60, default: 15 })),
      /** As tcpdump takes it: `host 10.0.0.1 and port 53`. */
      filter: Type.Optional(Type.String({ maxLength: 200, pattern: '^[0-9A-Za-z .:/()!&|=<>\\[\\]-]*$' })),
    }),
    /** The task ends when the file has arrived. */
    out: Type.Object({ id: Id, task_id: Id }),
    errors: [deviceErrors.notSupported, errors.badFilter, errors.captureRuns, errors.tooManyCaptures, errors.noWayUp],
    fresh: true,
  },
  list: {
    at: 'GET device/capture',
    does: { zh: '抓包文件', en: 'Packet captures, newest first' },
    who: 'device.command',
    scene: 'read',
    in: tableIn({ scene_id: Type.Optional(IdOrZero), device_id: Type.Optional(Id) }, ['id', 'started_at', 'bytes']),
    out: tableOut(
      Type.Object({
        id: Id,
        device_id: Id,
        device_name: Type.String(),
        scene_id: Id,
        operator: Type.String(),
        interface: Type.String(),
        packets: Maybe(Type.Integer()),
        seconds: Maybe(Type.Integer()),
        filter: Type.String(),
        state: enumOf(captureState),
        started_at: Time,
        bytes: Maybe(Type.Integer()),
        /** When the file is deleted. */
        expires_at: Time,
      }),
    ),
    shows: ['capture'],
  },
  download: {
    at: 'GET device/capture/download',
    does: { zh: '下载抓包文件', en: 'Download a packet capture' },
    who: 'device.command',
    scene: 'read',
    in: Type.Object({ id: Id }),
    out: Type.Object({}),
    errors: [errors.noCapture],
    blob: true,
    fresh: true,
  },
  remove: {
    at: 'DELETE device/capture',
    does: { zh: '删除抓包文件', en: 'Delete a packet capture' },
    who: 'device.command',
    scene: 'write',
    in: Type.Object({ id: Id }),
    out: Empty,
  },
})
