import { Type } from 'typebox'
import { defineCalls } from '../../kit/define-calls.ts'
import { Empty, Id, Ids, Name, Revision, Time, enumOf } from '../../kit/schema.ts'
import { BatchOut, tableIn, tableOut } from '../../kit/table.ts'
import { groupColor, sceneMode } from './enums.ts'
import { sceneErrors as errors } from './errors.ts'

const Membership = Type.Object({ group_id: Id, scene_ids: Ids })

export const groupCalls = defineCalls({
  list: {
    at: 'GET scene/group',
    does: { zh: '场景分组列表', en: 'List scene groups' },
    who: 'scene.read',
    scene: 'read',
    in: tableIn({}, ['id', 'name', 'scene_cnt', 'created_at', 'updated_at']),
    out: tableOut(
      Type.Object({
        id: Id,
        rev: Type.Integer(),
        name: Type.String(),
        color: enumOf(groupColor),
        /** Of scenes the caller sees. */
        scene_cnt: Type.Integer(),
        device_cnt: Type.Integer(),
        created_at: Time,
        updated_at: Time,
        changed_by: Type.String(),
      }),
    ),
    shows: ['scene', 'device'],
  },
  add: {
    at: 'POST scene/group',
    does: { zh: '添加场景分组', en: 'Add a scene group' },
    who: 'scene.write',
    scene: 'none',
    in: Type.Object({ name: Name, color: Type.Optional(enumOf(groupColor)) }),
    out: Type.Object({ id: Id, rev: Type.Integer() }),
    errors: [errors.nameTaken],
  },
  change: {
    at: 'PUT scene/group',
    does: { zh: '修改场景分组', en: 'Change a scene group' },
    who: 'scene.write',
    scene: 'none',
    in: Type.Object({
      id: Id,
      rev: Revision,
      name: Type.Optional(Name),
      color: Type.Optional(enumOf(groupColor)),
    }),
    out: Type.Object({ rev: Type.Integer() }),
    errors: [errors.nameTaken],
  },
  remove: {
    at: 'DELETE scene/group',
    does: { zh: '删除场景分组', en: 'Remove a scene group; its scenes stay' },
    who: 'scene.write',
    scene: 'none',
    undoable: true,
    in: Type.Object({ id: Id }),
    out: Empty,
  },
  scene: {
    at: 'GET scene/group/scene',
    does: { zh: '分组中的场景', en: 'List the scenes of a group, or those that can still join' },
    who: 'scene.read',
    scene: 'read',
    in: tableIn(
      { group_id: Id, joined: Type.Optional(Type.Unsafe<0 | 1>({ type: 'integer', enum: [0, 1], default: 1 })) },
      ['id', 'name', 'mode', 'created_at'],
    ),
    out: tableOut(
      Type.Object({
        id: Id,
        name: Type.String(),
        mode: enumOf(sceneMode),
        province: Type.String(),
        city: Type.String(),
        device_total: Type.Integer(),
        device_online: Type.Integer(),
        created_at: Time,
      }),
    ),
    shows: ['scene', 'device'],
  },
  join: {
    at: 'POST scene/group/join',
    does: { zh: '场景加入分组', en: 'Put scenes into a group' },
    who: 'scene.write',
    scene: 'write',
    each: true,
    in: Membership,
    out: BatchOut,
  },
  leave: {
    at: 'POST scene/group/leave',
    does: { zh: '场景移出分组', en: 'Take scenes out of a group' },
    who: 'scene.write',
    scene: 'write',
    undoable: true,
    each: true,
    in: Membership,
    out: BatchOut,
  },
})
