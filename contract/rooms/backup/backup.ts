import { Type } from 'typebox'
import { CommandOut } from '../task/shapes.ts'
import { defineCalls } from '../../kit/define-calls.ts'
import { Empty, Flag, Id, IdOrZero, Ids, Lines, Maybe, Time, enumOf } from '../../kit/schema.ts'
import { BatchOut, tableIn, tableOut } from '../../kit/table.ts'
import { Confirmed, confirmErrors } from '../../kit/confirm.ts'
import {
  backupFormat,
  backupSource,
  backupState,
  recoverProblem,
  recoverReturn,
  replaceProblem,
  replacedDevice,
} from './enums.ts'
import { deviceType } from '../device/enums.ts'
import { backupErrors as errors } from './errors.ts'
import { deviceErrors } from '../device/errors.ts'

const scene_id = Type.Optional(IdOrZero)

/** Added and removed lines against the previous backup; null: none, or not comparable. */
const DiffPrev = Maybe(Type.Object({ add: Type.Integer(), del: Type.Integer() }))

/** Retention of backups of a team. */
const Policy = {
  /** The number of latest backups of each device. */
  newest: Type.Integer({ minimum: 1, maximum: 100 }),
  /** In addition the last backup of a number of days, and of a number of weeks. */
  daily: Type.Integer({ minimum: 0, maximum: 366 }),
  weekly: Type.Integer({ minimum: 0, maximum: 520 }),
  /** Days after which a device counts as overdue. */
  overdue_days: Type.Integer({ minimum: 1, maximum: 365 }),
}

/** One of two configurations that are compared. */
const DiffSide = Type.Object({
  /** Null: the running configuration. */
  id: Maybe(Id),
  device_id: Id,
  name: Type.String(),
  created_at: Time,
  model: Type.String(),
  firmware: Type.String(),
})

/** Lines of two texts beside each other; a number is 0 where a side has no line. `skip`: the number of equal lines, as text in `new`. */
const DiffRow = Type.Object({
  kind: Type.Unsafe<'same' | 'add' | 'del' | 'change' | 'skip'>({
    type: 'string',
    enum: ['same', 'add', 'del', 'change', 'skip'],
  }),
  a: Type.Integer(),
  b: Type.Integer(),
  old: Type.String(),
  new: Type.String(),
})

const FileDiff = Type.Object({
  path: Type.String(),
  state: Type.Unsafe<'same' | 'added' | 'removed' | 'changed'>({
    type: 'string',
    enum: ['same', 'added', 'removed', 'changed'],
  }),
  /** Without text: it is only known that it differs. */
  binary: Flag,
  add: Type.Integer(),
  del: Type.Integer(),
  rows: Type.Array(DiffRow),
})

const Problems = Type.Array(
  Type.Object({
    id: enumOf(recoverProblem),
    /** 1: `force` restores nevertheless. */
    may: Flag,
    detail: Type.String(),
  }),
)

const MapSide = Type.Object({ device_id: Id, sn: Type.String(), name: Type.String(), model: Type.String() })

/** Target of a port or radio of the old device on the new one; null: none. `used`: the configuration refers to it. */
const Pair = Type.Object({ from: Type.String(), to: Maybe(Type.String()), role: Type.String(), used: Type.Boolean() })

const wait = Type.Optional(Type.Integer({ minimum: 0, maximum: 110 }))

export const backupCalls = defineCalls({
  /** One row per device with the state of its backups. Devices without readable configuration are left out. */
  fleet: {
    at: 'GET device/backup/fleet',
    does: { zh: '设备备份状况', en: 'Backup status of devices' },
    who: 'config.read',
    scene: 'read',
    in: tableIn(
      {
        scene_id,
        state: Type.Optional(enumOf(backupState)),
        source: Type.Optional(enumOf(backupSource)),
        type: Type.Optional(enumOf(deviceType)),
        group_id: Type.Optional(IdOrZero),
        ids: Type.Optional(Ids),
      },
      ['id', 'name', 'state', 'created_at', 'bytes', 'firmware', 'scene_name'],
      1000,
    ),
    out: tableOut(
      Type.Object({
        /** Of the device. */
        id: Id,
        sn: Type.String(),
        name: Type.String(),
        type: enumOf(deviceType),
        scene_id: Id,
        scene_name: Type.String(),
        online: Flag,
        verbs: Type.Array(Type.String()),
        state: enumOf(backupState),
        /** Number of its backups. */
        total: Type.Integer(),
        /** Of the newest backup from here on; null: there is none. */
        backup_id: Maybe(Id),
        created_at: Maybe(Time),
        source: Maybe(enumOf(backupSource)),
        format: Maybe(enumOf(backupFormat)),
        bytes: Maybe(Type.Integer()),
        sha256: Maybe(Type.String()),
        complete: Maybe(Flag),
        unchanged: Maybe(Flag),
        /** 1: the device cannot be asked: it is what it reports, and what it was sent since. */
        derived: Maybe(Flag),
        diff_prev: DiffPrev,
        firmware: Maybe(Type.String()),
        operator: Maybe(Type.String()),
        note: Maybe(Type.String()),
        keep: Maybe(Flag),
      }),
    ),
    shows: ['backup'],
  },
  count: {
    at: 'GET device/backup/count',
    does: { zh: '备份状况统计', en: 'Count devices by backup status' },
    who: 'config.read',
    scene: 'read',
    in: Type.Object({ scene_id }),
    out: Type.Object({
      covered: Type.Integer(),
      overdue: Type.Integer(),
      incomplete: Type.Integer(),
      none: Type.Integer(),
      /** Devices without readable configuration and without backup. */
      unable: Type.Integer(),
      overdue_days: Type.Integer(),
    }),
    shows: ['backup'],
  },
  list: {
    at: 'GET device/backup/list',
    does: { zh: '备份列表', en: 'List stored configurations' },
    who: 'config.read',
    scene: 'read',
    in: tableIn({ scene_id, device_id: Type.Optional(Id), source: Type.Optional(enumOf(backupSource)) }, [
      'id',
      'name',
      'created_at',
      'bytes',
      'firmware',
    ]),
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
        format: enumOf(backupFormat),
        bytes: Type.Integer(),
        sha256: Type.String(),
        /** The device confirmed size and checksum of the received file. */
        complete: Flag,
        /** The content equals the previous backup. */
        unchanged: Flag,
        /** 1: the device cannot be asked: it is what it reports, and what it was sent since. */
        derived: Flag,
        diff_prev: DiffPrev,
        model: Type.String(),
        firmware: Type.String(),
        operator: Type.String(),
        note: Type.String(),
        /** Kept independent of the policy. */
        keep: Flag,
      }),
    ),
    shows: ['backup'],
  },
  change: {
    at: 'PUT device/backup',
    does: { zh: '修改备份备注与保留标记', en: 'Change the note or retention mark of a backup' },
    who: 'device.write',
    scene: 'write',
    own: ['keep'],
    in: Type.Object({ id: Id, note: Type.Optional(Lines(128)), keep: Type.Optional(Flag) }),
    out: Empty,
    errors: [errors.noBackup],
  },
  policy: {
    at: 'GET device/backup/policy',
    does: { zh: '备份保留规则', en: 'Show how backups are kept' },
    who: 'device.read',
    scene: 'none',
    in: Empty,
    out: Type.Object(Policy),
  },
  setPolicy: {
    at: 'PUT device/backup/policy',
    does: { zh: '修改备份保留规则', en: 'Change how backups are kept' },
    who: 'device.write',
    scene: 'none',
    in: Type.Object(Policy),
    out: Empty,
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
  /** Secrets are masked; a changed secret shows a changed mark. Volatile values count as equal. */
  diff: {
    at: 'GET device/backup/diff',
    does: { zh: '比较备份', en: 'Compare two configurations' },
    who: 'config.read',
    scene: 'read',
    in: Type.Object({
      id: Id,
      /** The older one; default: the previous backup. */
      against: Type.Optional(Id),
      /** Compare with the running configuration, which is the older one then. */
      running: Type.Optional(Flag),
    }),
    out: Type.Object({
      a: DiffSide,
      b: DiffSide,
      files: Type.Array(FileDiff),
      add: Type.Integer(),
      del: Type.Integer(),
    }),
    errors: [
      errors.noBackup,
      errors.firstBackup,
      errors.damagedBackup,
      errors.notComparable,
      errors.runningArchive,
      deviceErrors.offline,
      deviceErrors.notSupported,
      deviceErrors.timedOut,
    ],
  },
  check: {
    at: 'GET device/backup/check',
    does: { zh: '恢复前检查', en: 'Check whether a backup can be restored' },
    who: 'config.read',
    scene: 'read',
    in: Type.Object({ id: Id }),
    out: Type.Object({
      problems: Problems,
      /** `returns` seconds after it was cut off, if the device supports it. */
      returns: enumOf(recoverReturn),
      seconds: Type.Integer(),
      format: enumOf(backupFormat),
      derived: Flag,
      device_id: Id,
      name: Type.String(),
      online: Flag,
      /** The latest complete backup of the device, which may be this one. */
      newest_id: Maybe(Id),
      model: Type.String(),
      firmware: Type.String(),
      model_now: Type.String(),
      firmware_now: Type.String(),
    }),
    errors: [errors.noBackup],
  },
  /**
   * Restores devices: each from its backup in `backup_ids`, without them from its newest whole one. A backup is made first; a restore that
   * cuts the device off is rolled back if possible.
   */
  recover: {
    at: 'POST device/backup/recover',
    does: { zh: '恢复备份', en: 'Restore stored configurations' },
    who: 'device.command',
    scene: 'write',
    in: Type.Object({ ids: Ids, backup_ids: Type.Optional(Ids), force: Type.Optional(Flag), wait, ...Confirmed }),
    out: CommandOut,
    errors: [confirmErrors.needsConfirm],
  },
  /** Preview of moving the configuration of one device to another: ports and radios by their roles. */
  map: {
    at: 'GET device/backup/map',
    does: { zh: '更换设备的端口与射频对应', en: 'Map ports and radios to replacement hardware' },
    who: 'config.read',
    scene: 'read',
    in: Type.Object({ id: Id, device_id: Id }),
    out: Type.Object({
      problems: Type.Array(
        Type.Object({
          id: Type.Union([enumOf(recoverProblem), enumOf(replaceProblem)]),
          may: Flag,
          detail: Type.String(),
        }),
      ),
      from: MapSide,
      to: MapSide,
      ports: Type.Array(Pair),
      radios: Type.Array(Pair),
      /** Of the new device, without a counterpart on the old one. */
      spare_ports: Type.Array(Type.String()),
      spare_radios: Type.Array(Type.String()),
      /** Places in the document whose values had to be changed. */
      adjusted: Type.Array(Type.String()),
      /** The differences of the document. */
      files: Type.Array(FileDiff),
    }),
    errors: [errors.noBackup, errors.damagedBackup],
  },
  /**
   * The new hardware gets the configuration and takes the place of the old device: its name, scene, group, intents and
   * history go on with the new serial number.
   */
  replace: {
    at: 'POST device/backup/replace',
    does: { zh: '更换设备', en: 'Replace the hardware of a device' },
    who: 'device.write',
    scene: 'own',
    in: Type.Object({
      id: Id,
      device_id: Id,
      old: enumOf(replacedDevice),
      force: Type.Optional(Flag),
      wait,
      ...Confirmed,
    }),
    out: CommandOut,
    errors: [errors.noBackup, errors.damagedBackup, confirmErrors.needsConfirm],
  },
  remove: {
    at: 'DELETE device/backup',
    does: { zh: '删除备份', en: 'Delete stored configurations' },
    who: 'device.write',
    scene: 'own',
    undoable: true,
    in: Type.Object({ ids: Ids }),
    out: BatchOut,
  },
})
