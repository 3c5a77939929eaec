import { Type } from 'typebox'
import { defineCalls } from '../../kit/define-calls.ts'
import { enumOf, Id, Lines, Maybe } from '../../kit/schema.ts'
import { sceneMode } from '../scene/enums.ts'
import { coordinateSystem } from '../scene/place/enums.ts'
import { SceneRow } from '../scene/shapes.ts'
import { DeviceRow } from './shapes.ts'

/** Scenes with a device of theirs. */
export const sceneOverviewCalls = defineCalls({
  base: {
    at: 'GET scene/base',
    does: { zh: '场景概要', en: 'Header facts of one scene' },
    who: 'scene.read',
    scene: 'read',
    in: Type.Object({ scene_id: Id }),
    out: Type.Object({
      scene: SceneRow,
      /** The chosen one, else the oldest router, firewall or soft router, online ones first. */
      main_device: Maybe(DeviceRow),
    }),
    shows: ['scene', 'device', 'terminal'],
  },
  query: {
    at: 'GET scene/query',
    does: { zh: '按名称、地址或设备查找场景', en: 'Find scenes by name, address or one of their devices' },
    who: 'scene.read',
    scene: 'read',
    in: Type.Object({ search: Lines(128, 1) }),
    out: Type.Object({
      /** At most 20, those with a matching name first. */
      list: Type.Array(
        Type.Object({
          id: Id,
          name: Type.String(),
          mode: enumOf(sceneMode),
          province: Type.String(),
          city: Type.String(),
          address: Type.String(),
          lat: Maybe(Type.Number()),
          lng: Maybe(Type.Number()),
          /** Of `lat` and `lng`: always WGS-84. */
          crs: enumOf(coordinateSystem),
          /** The device by which it was found. */
          device: Maybe(Type.Object({ id: Id, sn: Type.String(), name: Type.String() })),
        }),
      ),
    }),
    shows: ['scene', 'device'],
  },
})
