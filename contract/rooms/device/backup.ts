import { Type } from 'typebox'
import { defineCalls } from '../../kit/define-calls.ts'
import { enumOf, Flag, Id, Ids, Time } from '../../kit/schema.ts'
import { BatchOut, tableIn, tableOut } from '../../kit/table.ts'
import { backupSource } from './enums.ts'
import { deviceErrors as errors } from './errors.ts'

export const backupCalls = defineCalls({
  list: {
    at: 'GET device/backup/list',
    does: { zh: '备份列表', en: 'List stored configurations' },
    who: 'device.read',
    scene: 'read',
    in: tableIn(
      {
        scene_id: Type.Optional(Type.Integer({ minimum: 0 })),
        device_id: Type.Optional(Id),
        source: Type.Optional(enumOf(backupSource)),
      },
      ['id', 'name', 'created_at', 'bytes', 'firmware'],
    ),
    out: tableOut(
      Type.Object({
        id: Id,
        device_id: Id,
        sn: Type.String(),
        name: Type.String(),
        scene_id: Id,
        scene_name: Type.String(),
        source: enumOf(backupSource),
        created_at: Time,
        bytes: Type.Integer(),
        sha256: Type.String(),
        /** The device confirmed size and checksum of what arrived. */
        complete: Flag,
        /** The content equals the backup before it. */
        unchanged: Flag,
        model: Type.String(),
        firmware: Type.String(),
        operator: Type.String(),
        note: Type.String(),
      }),
    ),
    shows: ['backup'],
  },
  download: {
    at: 'GET device/backup/download',
    does: { zh: '下载备份', en: 'Download a stored configuration' },
    who: 'device.command',
    scene: 'read',
    in: Type.Object({ id: Id }),
    out: Type.Object({}),
    errors: [errors.noBackup],
    blob: true,
  },
  remove: {
    at: 'DELETE device/backup',
    does: { zh: '删除备份', en: 'Delete stored configurations' },
    who: 'device.write',
    scene: 'write',
    in: Type.Object({ ids: Ids }),
    out: BatchOut,
  },
})
