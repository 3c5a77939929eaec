import { Type } from 'typebox'
import { enumOf, Flag, Id, Maybe, Time } from '../../kit/schema.ts'
import { syncState } from '../intent/sync/enums.ts'
import { groupColor } from '../scene/enums.ts'
import { deviceType } from './enums.ts'
import { monitorType, pollFault, thirdKind } from './third/enums.ts'

/** One device as lists show it. Values that were never reported, or are unknown while offline, are null. */
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
  /** 0: offline, or unknown. */
  online: Flag,
  /** The last heartbeat of the gateway of its connection, if that is lost or stopped: the presence of the device is unknown. */
  unknown_since: Maybe(Time),
  /** Moment of the last change between online and offline; 0: never seen. */
  since: Time,
  /** Last message; 0: never seen. */
  seen_at: Time,
  /** Address of its connection. */
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
  /** 1: excluded from central configuration. */
  standalone: Flag,
  /** Whether it runs the sent configuration. */
  sync: enumOf(syncState),
  created_at: Time,
  rev: Type.Integer(),
})

/** The additional fields of a third-party device. */
export const ThirdFact = Type.Object({
  kind: enumOf(thirdKind),
  ip: Type.String(),
  mac: Maybe(Type.String()),
  monitor: enumOf(monitorType),
  port: Maybe(Type.Integer()),
  /** Seconds between two tries. */
  interval: Type.Integer(),
  logo_id: Maybe(Id),
  /** Last try; 0: none yet. */
  checked_at: Time,
  /** Milliseconds; null: no answer, or not polled. */
  rtt_ms: Maybe(Type.Number()),
  fault: enumOf(pollFault),
  /** The answer: a status, an error. */
  detail: Type.String(),
  /** Expiry of its certificate. */
  certificate_end: Maybe(Time),
})

/** A row of the list of other devices; `third` is null for connected devices of unknown kind. */
export const OtherRow = Type.Object({ ...DeviceRow.properties, third: Maybe(ThirdFact) })
