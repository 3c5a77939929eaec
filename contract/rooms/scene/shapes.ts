import { Type } from 'typebox'
import { enumOf, Id, Maybe, Time } from '../../kit/schema.ts'
import { groupColor, sceneMode } from './enums.ts'
import { coordinateSystem } from './place/enums.ts'

const Count = Type.Object({ total: Type.Integer(), online: Type.Integer() })

/** Devices by kind. */
export const DeviceCounts = Type.Object({
  router: Count,
  ap: Count,
  switch: Count,
  firewall: Count,
  soft: Count,
  other: Count,
})

export const GroupTag = Type.Object({ id: Id, name: Type.String(), color: enumOf(groupColor) })

/** One scene as lists show it. */
export const SceneRow = Type.Object({
  id: Id,
  rev: Type.Integer(),
  name: Type.String(),
  mode: enumOf(sceneMode),
  /** Name of the team it belongs to. */
  owner: Type.String(),
  province: Type.String(),
  city: Type.String(),
  address: Type.String(),
  lat: Maybe(Type.Number()),
  lng: Maybe(Type.Number()),
  /** Of `lat` and `lng`: always WGS-84. */
  crs: enumOf(coordinateSystem),
  industry: Type.String(),
  remark: Type.String(),
  /** IANA name. */
  time_zone: Type.String(),
  /** The device chosen to stand for the scene; null: the oldest router. */
  main_device_id: Maybe(Id),
  /** Groups of the caller's team it is in. */
  groups: Type.Array(GroupTag),
  device: DeviceCounts,
  device_total: Type.Integer(),
  device_online: Type.Integer(),
  /** The gateway that held their connection is lost or stopped. */
  device_unknown: Type.Integer(),
  /** Terminals online. */
  terminal_cnt: Type.Integer(),
  created_at: Time,
  updated_at: Time,
  changed_by: Type.String(),
})
