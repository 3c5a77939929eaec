import { Type } from 'typebox'
import { defineCalls } from '../../kit/define-calls.ts'
import { Empty, Id, Ids, Lines, Name, Revision, Time, enumOf } from '../../kit/schema.ts'
import { BatchOut, tableIn, tableOut } from '../../kit/table.ts'
import { groupColor } from '../scene/enums.ts'
import { deviceType } from './enums.ts'
import { deviceErrors as errors } from './errors.ts'

const Details = { name: Name, color: Type.Optional(enumOf(groupColor)), note: Type.Optional(Lines(128)) }

const Membership = Type.Object({ group_id: Id, ids: Ids })

/** Groups of a team. A device is in one group at most, so its group settings have one source. */
export const groupCalls = defineCalls({
  list: {
    at: 'GET device/group',
    does: { zh: '设备分组列表', en: 'List device groups' },
    who: 'device.read',
    scene: 'read',
    in: tableIn({}, ['id', 'name', 'device_cnt', 'created_at', 'updated_at']),
    out: tableOut(
      Type.Object({
        id: Id,
        rev: Type.Integer(),
        name: Type.String(),
        color: enumOf(groupColor),
        note: Type.String(),
        /** Of devices the caller sees. */
        device_cnt: Type.Integer(),
        online_cnt: Type.Integer(),
        types: Type.Array(Type.Object({ type: enumOf(deviceType), total: Type.Integer() })),
        created_at: Time,
        updated_at: Time,
        changed_by: Type.String(),
      }),
    ),
    shows: ['device'],
  },
  /** Names only: for live pages of devices, for which the list would be counted every second. */
  option: {
    at: 'GET device/group/option',
    does: { zh: '设备分组选项', en: 'Device groups to choose from' },
    who: 'device.read',
    scene: 'none',
    in: Empty,
    out: Type.Object({ list: Type.Array(Type.Object({ id: Id, name: Type.String() })) }),
  },
  add: {
    at: 'POST device/group',
    does: { zh: '添加设备分组', en: 'Add a device group' },
    who: 'device.write',
    scene: 'none',
    in: Type.Object(Details),
    out: Type.Object({ id: Id, rev: Type.Integer() }),
    errors: [errors.groupNameTaken],
  },
  change: {
    at: 'PUT device/group',
    does: { zh: '修改设备分组', en: 'Change a device group' },
    who: 'device.write',
    scene: 'none',
    in: Type.Object({ id: Id, rev: Revision, ...Details, name: Type.Optional(Name) }),
    out: Type.Object({ rev: Type.Integer() }),
    errors: [errors.groupNameTaken],
  },
  remove: {
    at: 'DELETE device/group',
    does: { zh: '删除设备分组', en: 'Remove a device group; its devices stay' },
    who: 'device.write',
    scene: 'none',
    undoable: true,
    in: Type.Object({ id: Id }),
    out: Empty,
  },
  join: {
    at: 'POST device/group/join',
    does: { zh: '设备加入分组', en: 'Put devices into a group' },
    who: 'device.write',
    scene: 'own',
    in: Membership,
    out: BatchOut,
    errors: [errors.otherTeam],
  },
  leave: {
    at: 'POST device/group/leave',
    does: { zh: '设备移出分组', en: 'Take devices out of a group' },
    who: 'device.write',
    scene: 'own',
    undoable: true,
    in: Membership,
    out: BatchOut,
  },
})
