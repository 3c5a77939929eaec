import { Type } from 'typebox'
import { defineCalls } from '../../kit/define-calls.ts'
import { enumOf, Id, Line } from '../../kit/schema.ts'
import { tableIn, tableOut } from '../../kit/table.ts'
import { terminalLink } from './enums.ts'
import { TerminalRow } from './shapes.ts'

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
