import { Type } from 'typebox'
import { defineCalls } from '../../kit/define-calls.ts'
import { Flag, Id, IdOrZero, Line, Lines, Maybe, Time, enumOf } from '../../kit/schema.ts'
import { tableIn, tableOut } from '../../kit/table.ts'
import { deviceType } from '../device/enums.ts'
import { terminalLink } from '../device/terminal/enums.ts'
import { TerminalRow } from '../device/terminal/shapes.ts'

const table = tableIn(
  {
    scene_id: Type.Optional(IdOrZero),
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
  find: {
    at: 'GET terminal/find',
    does: { zh: '查找终端', en: 'Find terminals by name, hardware address or IP address' },
    who: 'terminal.read',
    scene: 'read',
    /** Nothing is found by less than three letters or digits. */
    in: Type.Object({ search: Lines(128, 1) }),
    out: Type.Object({
      /** At most 8, online ones first, then those seen last. */
      list: Type.Array(
        Type.Object({
          id: Id,
          mac: Type.String(),
          hostname: Maybe(Type.String()),
          ip: Maybe(Type.String()),
          link: enumOf(terminalLink),
          online: Flag,
          last_seen: Time,
          device_id: Id,
          device_sn: Type.String(),
          device_name: Type.String(),
          device_type: enumOf(deviceType),
          scene_id: Id,
          scene_name: Type.String(),
          /** 1: its device can disconnect it, and the caller may order that. */
          kick: Flag,
        }),
      ),
    }),
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
