import { Type } from 'typebox'
import { defineCalls } from '../../kit/define-calls.ts'
import { Flag, Id, IdOrZero, Ids, Line, Time, enumOf } from '../../kit/schema.ts'
import { tableIn, tableOut } from '../../kit/table.ts'
import { appAction, installStatus } from './app/enums.ts'
import { deviceType } from '../device/enums.ts'
import { deviceErrors } from '../device/errors.ts'
import { remoteErrors as errors } from './errors.ts'

export const appCalls = defineCalls({
  installed: {
    at: 'GET device/app/installed',
    does: { zh: '设备上安装的应用', en: 'Applications installed on devices' },
    who: 'device.read',
    scene: 'read',
    in: tableIn(
      {
        scene_id: Type.Optional(IdOrZero),
        device_id: Type.Optional(Id),
        type: Type.Optional(enumOf(deviceType)),
        status: Type.Optional(enumOf(installStatus)),
        online: Type.Optional(Flag),
      },
      ['id', 'name', 'device_name', 'scene_name', 'status', 'told_at'],
    ),
    out: tableOut(
      Type.Object({
        id: Id,
        device_id: Id,
        device_name: Type.String(),
        sn: Type.String(),
        type: enumOf(deviceType),
        online: Flag,
        scene_id: Id,
        scene_name: Type.String(),
        /** As the device calls it: `ssh.service`. */
        name: Type.String(),
        description: Type.String(),
        status: enumOf(installStatus),
        /** The device's own word for it: `running`, `exited`, `auto-restart`. */
        detail: Type.String(),
        /** 1: the device lets it be started and stopped. */
        settable: Flag,
        /** When the device told it. */
        told_at: Time,
      }),
    ),
    shows: ['app'],
  },
  /** Devices that can tell what is installed on them are asked now; the others say so. */
  refresh: {
    at: 'POST device/app/refresh',
    does: { zh: '重新读取设备上安装的应用', en: 'Refresh the applications installed on devices' },
    who: 'device.command',
    unconfirmed: 'it asks devices for a list',
    scene: 'write',
    in: Type.Object({ scene_id: Type.Optional(IdOrZero), ids: Type.Optional(Ids) }),
    /** Devices that answered, and those that could not or are offline. */
    out: Type.Object({ total_cnt: Type.Integer(), err_cnt: Type.Integer() }),
    tx: false,
    audit: false,
    per_minute: 20,
  },
  setting: {
    at: 'POST device/app/setting',
    does: { zh: '启动、停止或重启设备上的应用', en: 'Start, stop or restart an application on a device' },
    who: 'device.command',
    unconfirmed: 'it starts or stops one service, by name, of one device',
    scene: 'write',
    in: Type.Object({ device_id: Id, name: Line(200, 1), action: enumOf(appAction) }),
    /** As the device tells it afterwards. */
    out: Type.Object({ status: enumOf(installStatus), detail: Type.String() }),
    errors: [deviceErrors.offline, deviceErrors.notSupported, deviceErrors.timedOut, errors.appRefused],
    tx: false,
  },
})
