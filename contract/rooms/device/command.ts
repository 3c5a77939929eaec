import { Type, type TProperties } from 'typebox'
import { defineCalls } from '../../kit/define-calls.ts'
import { enumOf, Id, Ids, Line } from '../../kit/schema.ts'
import { BatchOut } from '../../kit/table.ts'
import type { Words } from '../../kit/text.ts'
import { taskResult } from '../log/enums.ts'
import { deviceErrors as errors } from './errors.ts'

/** What became of a command so far: the batch, its task, and the results that came within `wait`. */
const CommandOut = Type.Object({
  ...BatchOut.properties,
  /** Devices the command went out to. */
  accepted_cnt: Type.Integer(),
  results: Type.Optional(
    Type.Array(
      Type.Object({
        id: Id,
        sn: Type.String(),
        result: enumOf(taskResult),
        msg: Type.String(),
        data: Type.Optional(Type.Unknown()),
      }),
    ),
  ),
})

/** Seconds the answer may wait for results; without it the answer comes once the task is kept. */
const wait = Type.Optional(Type.Integer({ minimum: 0, maximum: 110 }))

const batch = <const V extends string, P extends TProperties>(verb: V, does: Words, more: P) => ({
  at: `POST device/command/${verb}` as const,
  does,
  who: 'device.command' as const,
  scene: 'write' as const,
  in: Type.Object({ ids: Ids, wait, ...more }),
  out: CommandOut,
})

export const commandCalls = defineCalls({
  reboot: batch('reboot', { zh: '重启设备', en: 'Reboot devices' }, {}),
  backup: batch(
    'backup',
    { zh: '备份配置', en: 'Back up the configuration of devices' },
    { note: Type.Optional(Line(128)) },
  ),
  upgrade: {
    ...batch(
      'upgrade',
      { zh: '升级固件', en: 'Upgrade the firmware of devices' },
      {
        /** Address of the image. Hosts with our agent need none: they get the agent this server ships. */
        uri: Type.Optional(Type.String({ maxLength: 1024, pattern: '^https?://[^\\s]+$' })),
        sha256: Type.Optional(Type.String({ pattern: '^[0-9a-fA-F]{64}$' })),
        signature: Type.Optional(Line(4096)),
      },
    ),
    errors: [errors.noPackage],
  },
  remote: {
    at: 'POST device/command/remote',
    does: { zh: '远程终端', en: 'Open a remote shell on a device' },
    who: 'device.command',
    scene: 'write',
    in: Type.Object({
      id: Id,
      kind: Type.Optional(Type.Unsafe<'shell'>({ type: 'string', enum: ['shell'] })),
      cols: Type.Optional(Type.Integer({ minimum: 20, maximum: 500, default: 80 })),
      rows: Type.Optional(Type.Integer({ minimum: 5, maximum: 200, default: 24 })),
    }),
    /** Then a WebSocket at `/api/v1/device/remote/<session>?ticket=<ticket>` within `expires_in` seconds, once. */
    out: Type.Object({ session: Type.String(), ticket: Type.String(), expires_in: Type.Integer(), task_id: Id }),
    errors: [errors.offline, errors.notSupported, errors.timedOut, errors.tooManyShells],
    tx: false,
  },
})
