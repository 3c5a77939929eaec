import { Type } from 'typebox'
import { enumOf, Id, Maybe, Time } from '../../../kit/schema.ts'
import { terminalLink } from './enums.ts'

/** One connected client device. Rates and bytes are seen from the terminal: up = terminal to network. */
export const TerminalRow = Type.Object({
  id: Id,
  mac: Type.String(),
  hostname: Maybe(Type.String()),
  ip: Maybe(Type.String()),
  link: enumOf(terminalLink),
  ssid: Maybe(Type.String()),
  port: Maybe(Type.String()),
  vlan: Maybe(Type.Integer()),
  /** dBm. */
  signal: Maybe(Type.Integer()),
  /** kbit/s the radio negotiated. */
  up_kbps: Maybe(Type.Integer()),
  down_kbps: Maybe(Type.Integer()),
  /** Since association. */
  up_bytes: Maybe(Type.Integer()),
  down_bytes: Maybe(Type.Integer()),
  /** Device it is connected to. */
  device_id: Id,
  device_name: Type.String(),
  scene_id: Id,
  scene_name: Type.String(),
  /** Moment of this connection. */
  since: Time,
  first_seen: Time,
  last_seen: Time,
})
