import { Type } from 'typebox'
import { Flag, Id, Maybe, Time } from '../../kit/schema.ts'
import { enumOf } from '../../kit/schema.ts'
import { groupColor } from '../scene/enums.ts'
import { deviceType } from './enums.ts'

/** One device as lists show it. What a device never told, or cannot know while offline, is null. */
export const DeviceRow = Type.Object({
  id: Id,
  /** 12 hex digits, lower case. */
  sn: Type.String(),
  name: Type.String(),
  type: enumOf(deviceType),
  vendor: Type.String(),
  model: Type.String(),
  firmware: Type.String(),
  scene_id: Id,
  scene_name: Type.String(),
  group_id: Maybe(Id),
  group_name: Maybe(Type.String()),
  group_color: Maybe(enumOf(groupColor)),
  online: Flag,
  /** Moment of the last change between online and offline; 0: never seen. */
  since: Time,
  /** Last message; 0: never seen. */
  seen_at: Time,
  /** Address it dials from. */
  address: Maybe(Type.String()),
  wan_ip: Maybe(Type.String()),
  lan_ip: Maybe(Type.String()),
  /** Percent, one decimal. */
  cpu: Maybe(Type.Number()),
  mem: Maybe(Type.Number()),
  /** Degrees Celsius. */
  temp: Maybe(Type.Number()),
  /** Load average over one minute. */
  load: Maybe(Type.Number()),
  /** Seconds since boot, at `seen_at`. */
  uptime: Maybe(Type.Integer()),
  terminals: Maybe(Type.Integer()),
  /** bit/s through its uplinks. */
  rx_bps: Maybe(Type.Integer()),
  tx_bps: Maybe(Type.Integer()),
  /** What it can do: verbs of device commands. */
  verbs: Type.Array(Type.String()),
  simulated: Flag,
  created_at: Time,
  rev: Type.Integer(),
})
