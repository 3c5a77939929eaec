import { Type } from 'typebox'
import { defineCalls } from '../../kit/define-calls.ts'
import { Host, Port } from '../../kit/host.ts'
import { Empty, enumOf, Flag, Id, IdOrZero, Maybe, Time } from '../../kit/schema.ts'
import { tableIn, tableOut } from '../../kit/table.ts'
import { deviceErrors } from '../device/errors.ts'
import { remoteErrors as errors } from './errors.ts'
import { remoteKind, remoteScheme } from './enums.ts'

export const remoteCalls = defineCalls({
  custom: {
    at: 'POST device/command/remote/custom',
    does: { zh: '打开设备网页或其可达的服务', en: 'Open a web page or service that a device reaches' },
    who: 'device.command',
    scene: 'write',
    in: Type.Object({
      id: Id,
      scheme: Type.Optional(enumOf(remoteScheme)),
      /** As the device reaches it; itself by default. */
      host: Type.Optional(Host),
      /** 80 and 443 for pages. */
      port: Type.Optional(Port),
      /** The session ends after so many minutes. */
      minutes: Type.Optional(Type.Integer({ minimum: 1, maximum: 480, default: 30 })),
    }),
    /**
     * A page is at `<origin><path>` or, where the origin is empty, at `http://<host of the console>:<port><path>`; the path works once, within a minute, and sets a cookie. A TCP
     * service is a WebSocket there, one a connection, binary messages both ways.
     */
    out: Type.Object({
      /** Of the list, where it is ended. */
      id: Id,
      port: Type.Integer(),
      origin: Type.String(),
      path: Type.String(),
      expires_at: Time,
      task_id: Id,
    }),
    errors: [deviceErrors.offline, deviceErrors.notSupported, deviceErrors.timedOut, errors.tooManyWays],
    fresh: true,
    tx: false,
  },
  close: {
    at: 'POST device/command/remote/close',
    does: { zh: '结束远程会话', en: 'End a remote session' },
    who: 'device.command',
    scene: 'write',
    in: Type.Object({ id: Id }),
    out: Empty,
    tx: false,
    audit: false,
  },
  list: {
    at: 'GET device/remote/session',
    does: { zh: '远程会话记录', en: 'Remote sessions, newest first' },
    who: 'log.read',
    scene: 'read',
    in: tableIn(
      {
        scene_id: Type.Optional(IdOrZero),
        device_id: Type.Optional(Id),
        task_id: Type.Optional(Id),
        kind: Type.Optional(enumOf(remoteKind)),
        /** 1: those that can be replayed. */
        recorded: Type.Optional(Flag),
      },
      ['id', 'started_at', 'seconds', 'operator'],
    ),
    out: tableOut(
      Type.Object({
        id: Id,
        kind: enumOf(remoteKind),
        device_id: Id,
        device_name: Type.String(),
        scene_id: Id,
        task_id: Id,
        operator: Type.String(),
        /** Of pages and services: `https://192.168.1.1`. */
        target: Type.String(),
        started_at: Time,
        ended_at: Maybe(Time),
        /** When it ends by itself. */
        expires_at: Maybe(Time),
        seconds: Type.Integer(),
        /** Shown to the browser. */
        bytes: Type.Integer(),
        recorded: Flag,
        /** 1: the recording stops before the session did, because it grew too big. */
        truncated: Flag,
      }),
    ),
    shows: ['remote'],
  },
  replay: {
    at: 'GET device/remote/replay',
    does: { zh: '回放远程终端', en: 'Play the recording of a remote terminal' },
    who: 'device.command',
    scene: 'read',
    in: Type.Object({ id: Id }),
    out: Type.Object({
      width: Type.Integer(),
      height: Type.Integer(),
      started_at: Time,
      /** As asciicast v2 has them: seconds since the start, `o` shown, `i` typed, `r` resized to `80x24`; what was typed without echo is dots. */
      events: Type.Array(Type.Tuple([Type.Number(), Type.String(), Type.String()])),
    }),
    errors: [errors.noRecording],
  },
})
