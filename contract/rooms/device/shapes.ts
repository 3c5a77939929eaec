import { Type } from 'typebox'
import { enumOf, Flag, Id, Maybe, Time } from '../../kit/schema.ts'
import { syncState } from '../intent/sync/enums.ts'
import { groupColor } from '../scene/enums.ts'
import { deviceType } from './enums.ts'
import { monitorType, pollFault, thirdKind } from './third/enums.ts'

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
  /** 0: offline, or unknown. */
  online: Flag,
  /** When the gateway that held its connection was last heard, while that is lost or stopped: whether the device is online is unknown. */
  unknown_since: Maybe(Time),
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
  /** 1: central configuration has let go of it. */
  standalone: Flag,
  /** Whether it runs what it was sent. */
  sync: enumOf(syncState),
  created_at: Time,
  rev: Type.Integer(),
})

/** What is known of a third-party device beyond what every device has. */
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
  /** Milliseconds; null: it did not answer, or was not asked. */
  rtt_ms: Maybe(Type.Number()),
  fault: enumOf(pollFault),
  /** What the other side said: a status, an error. */
  detail: Type.String(),
  /** When the certificate it shows ends. */
  certificate_end: Maybe(Time),
})

/** A row of the list of other devices; `third` is null for those that dial and only have not said what they are. */
export const OtherRow = Type.Object({ ...DeviceRow.properties, third: Maybe(ThirdFact) })
