import { Type } from 'typebox'
import { defineCalls } from '../../kit/define-calls.ts'
import { Empty, Flag, Id, Ids, Line, Lines, Name, Revision, enumOf } from '../../kit/schema.ts'
import { tableIn, tableOut } from '../../kit/table.ts'
import { sceneMode } from './enums.ts'
import { coordinateSystem } from './place/enums.ts'
import { sceneErrors as errors } from './errors.ts'
import { SceneRow } from './shapes.ts'

/** A number that may be taken back with null. A union would turn null into 0 while coercing. */
const orNull = (range: { minimum: number; maximum: number }, type = 'number') =>
  Type.Unsafe<number | null>({ type: [type, 'null'], ...range })

const details = {
  province: Type.Optional(Line(32)),
  city: Type.Optional(Line(32)),
  address: Type.Optional(Line(128)),
  lat: Type.Optional(orNull({ minimum: -90, maximum: 90 })),
  lng: Type.Optional(orNull({ minimum: -180, maximum: 180 })),
  /** What `lat` and `lng` of this call are given in: WGS-84 by default. */
  crs: Type.Optional(enumOf(coordinateSystem)),
  industry: Type.Optional(Line(32)),
  remark: Type.Optional(Lines(128)),
  time_zone: Type.Optional(Line(64, 1)),
}

export const sceneCalls = defineCalls({
  list: {
    at: 'GET scene',
    does: { zh: '场景列表', en: 'List scenes' },
    who: 'scene.read',
    scene: 'read',
    in: tableIn(
      {
        ids: Type.Optional(Ids),
        group_id: Type.Optional(Id),
        mode: Type.Optional(enumOf(sceneMode)),
        /** 1: only scenes of the own team. */
        owner: Type.Optional(Flag),
        province: Type.Optional(Line(32)),
        industry: Type.Optional(Line(32)),
      },
      ['id', 'name', 'mode', 'province', 'city', 'address', 'industry', 'created_at', 'updated_at'],
    ),
    out: tableOut(SceneRow),
    shows: ['scene', 'device', 'terminal'],
  },
  add: {
    at: 'POST scene',
    does: { zh: '添加场景', en: 'Add a scene' },
    who: 'scene.write',
    scene: 'none',
    in: Type.Object({ name: Name, ...details }),
    out: Type.Object({ id: Id, rev: Type.Integer() }),
    errors: [errors.nameTaken, errors.halfPlace, errors.unknownTimeZone],
  },
  change: {
    at: 'PUT scene',
    does: { zh: '修改场景', en: 'Change a scene' },
    who: 'scene.write',
    scene: 'write',
    in: Type.Object({
      id: Id,
      /** As read last; an outdated one is refused with the present row. */
      rev: Revision,
      name: Type.Optional(Name),
      ...details,
      main_device_id: Type.Optional(orNull({ minimum: 1, maximum: 2_147_483_647 }, 'integer')),
    }),
    out: Type.Object({ rev: Type.Integer() }),
    errors: [errors.nameTaken, errors.halfPlace, errors.unknownTimeZone, errors.foreignDevice],
  },
  /** A refusal states in `data` what would be removed: `devices`, `online`, `terminals`, `groups`, `guests`. */
  remove: {
    at: 'DELETE scene',
    does: { zh: '删除场景', en: 'Remove a scene with everything in it' },
    who: 'scene.remove',
    scene: 'own',
    undoable: true,
    in: Type.Object({
      id: Id,
      /** 1, with the typed name of the scene: removes it although it has devices. */
      force: Type.Optional(Flag),
      name: Type.Optional(Line(32)),
    }),
    out: Empty,
    errors: [errors.holdsDevices, errors.nameDiffers],
  },
  option: {
    at: 'GET scene/option',
    does: { zh: '场景选项', en: 'Scenes to choose from' },
    who: 'session',
    scene: 'read',
    in: Type.Object({ owner: Type.Optional(Flag), search: Type.Optional(Lines(128)) }),
    out: Type.Object({
      list: Type.Array(Type.Object({ id: Id, name: Type.String(), mode: enumOf(sceneMode) })),
    }),
    shows: ['scene'],
  },
})
