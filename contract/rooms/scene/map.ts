import { Type } from 'typebox'
import { defineCalls } from '../../kit/define-calls.ts'
import { Empty, enumOf, Id, Maybe } from '../../kit/schema.ts'
import { sceneMode } from './enums.ts'
import { sceneState } from './place/enums.ts'

/** A scene as a map shows it. */
const SceneOnMap = Type.Object({
  id: Id,
  rev: Type.Integer(),
  name: Type.String(),
  mode: enumOf(sceneMode),
  province: Type.String(),
  city: Type.String(),
  /** WGS-84; null: not placed yet. */
  lat: Maybe(Type.Number()),
  lng: Maybe(Type.Number()),
  /** Groups of the caller's team it is in. */
  group_ids: Type.Array(Id),
  state: enumOf(sceneState),
  device_total: Type.Integer(),
  device_online: Type.Integer(),
  /** The gateway that held their connection is lost or stopped. */
  device_unknown: Type.Integer(),
  /** Open alarms. */
  critical: Type.Integer(),
  warning: Type.Integer(),
  notice: Type.Integer(),
  /** Bit/s both ways now, where they leave the scene: at its gateways; without one at its access points, else its switches. */
  bps: Type.Integer(),
})

const Tiles = Type.Object({
  /** With `{z}`, `{x}` and `{y}`. */
  url: Type.String(),
  /** What the tiles are drawn in. */
  crs: Type.Unsafe<'wgs84' | 'gcj02'>({ type: 'string', enum: ['wgs84', 'gcj02'] }),
  attribution: Type.String(),
})

export const mapCalls = defineCalls({
  map: {
    at: 'GET scene/map',
    does: { zh: '场景地图', en: 'Locations and states of all scenes' },
    who: 'scene.read',
    scene: 'read',
    in: Empty,
    out: Type.Object({
      /** How many there are; the list holds the first 10,000. */
      total: Type.Integer(),
      list: Type.Array(SceneOnMap),
      /** The displayed borders; `auto`: by the reader's language. */
      borders: Type.Unsafe<'auto' | 'china' | 'world'>({ type: 'string', enum: ['auto', 'china', 'world'] }),
      /** The operator's source of map tiles; null: the map is drawn from bundled data. */
      tiles: Maybe(Tiles),
    }),
    // not `device`: every report of a device is a message of that topic, while presence changes seldom
    shows: ['scene', 'presence', 'alarm'],
  },
})
