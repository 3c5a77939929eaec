import { Type } from 'typebox'
import { defineCalls } from '../../kit/define-calls.ts'
import { enumOf, Id, Line, Maybe, Time } from '../../kit/schema.ts'
import { tableIn, tableOut } from '../../kit/table.ts'
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

const table = tableIn(
  {
    scene_id: Type.Optional(Type.Integer({ minimum: 0 })),
    device_id: Type.Optional(Id),
    /** -1 or absent: all. */
    link: Type.Optional(enumOf(terminalLink)),
    ssid: Type.Optional(Line(32)),
  },
  [
    'id',
    'hostname',
    'mac',
    'ip',
    'link',
    'ssid',
    'signal',
    'up_kbps',
    'down_kbps',
    'since',
    'first_seen',
    'last_seen',
    'device_name',
    'scene_name',
  ],
)

export const onlineCalls = defineCalls({
  all: {
    at: 'GET terminal/online',
    does: { zh: '在线终端', en: 'Terminals online' },
    who: 'terminal.read',
    scene: 'read',
    in: table,
    out: tableOut(TerminalRow),
    shows: ['terminal'],
  },
  wifi: {
    at: 'GET terminal/wifi',
    does: { zh: '无线终端', en: 'Wireless terminals online' },
    who: 'terminal.read',
    scene: 'read',
    in: table,
    out: tableOut(TerminalRow),
    shows: ['terminal'],
  },
})
