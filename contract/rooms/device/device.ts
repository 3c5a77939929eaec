import { Type } from 'typebox'
import { defineCalls, type SceneRight } from '../../kit/define-calls.ts'
import { Flag, Id, IdOrZero, Ids, Line, Lines, Maybe, Name, Revision, Time, enumOf } from '../../kit/schema.ts'
import { BatchOut, tableIn, tableOut } from '../../kit/table.ts'
import type { Words } from '../../kit/text.ts'
import { Confirmed, confirmErrors } from '../../kit/confirm.ts'
import { syncState } from '../intent/sync/enums.ts'
import { TaskItemRow } from '../task/shapes.ts'
import { TerminalRow } from './terminal/shapes.ts'
import { deviceOnline, deviceType } from './enums.ts'
import { deviceErrors as errors } from './errors.ts'
import type { ShownFacts } from './facts.ts'
import { DeviceRow, OtherRow } from './shapes.ts'

/** Fields lists of devices sort by. */
export const deviceSortable = [
  'id',
  'name',
  'sn',
  'type',
  'vendor',
  'model',
  'firmware',
  'scene_name',
  'group_name',
  'online',
  'since',
  'seen_at',
  'cpu',
  'mem',
  'temp',
  'load',
  'uptime',
  'terminals',
  'rx_bps',
  'tx_bps',
  'wan_ip',
  'lan_ip',
  'address',
  'sync',
  'created_at',
] as const

const filters = {
  /** Absent or 0: every scene the caller sees. */
  scene_id: Type.Optional(IdOrZero),
  /** 2: those with `unknown_since`, which are neither online nor offline. */
  online: Type.Optional(enumOf(deviceOnline)),
  model: Type.Optional(Line(64)),
  /** Firmware. */
  version: Type.Optional(Lines(128)),
  simulated: Type.Optional(Flag),
  sync: Type.Optional(enumOf(syncState)),
  /** Devices of this group; 0: of none. */
  group_id: Type.Optional(IdOrZero),
  /** Devices that are not in this group. */
  not_group_id: Type.Optional(Id),
  ids: Type.Optional(Ids),
  /** The one device of this serial number, however it is written. */
  sn: Type.Optional(Line(64)),
  /** 1: only the main device of each scene. */
  is_main: Type.Optional(Flag),
  /** Page, limit, search and orderby as one JSON text, as tables of devices send them; counts before those beside it. */
  content: Type.Optional(Lines(2048)),
}

const read: SceneRight = 'read'

/** The lists differ only by the kind of device, which the address states. */
const listOf = <const P extends string>(path: P, does: Words, more = {}) => ({
  at: `GET device/${path}` as const,
  does,
  who: 'device.read' as const,
  scene: read,
  in: tableIn({ ...filters, ...more }, deviceSortable, 1000),
  out: tableOut(DeviceRow),
  errors: [errors.badContent, errors.badSerial],
  shows: ['device'],
})

export const deviceCalls = defineCalls({
  all: listOf(
    'all',
    { zh: '全部设备', en: 'List devices of every kind' },
    {
      type: Type.Optional(enumOf(deviceType)),
      /** Any of these. */
      types: Type.Optional(Type.Array(enumOf(deviceType), { minItems: 1, maxItems: 6 })),
    },
  ),
  router: listOf('router', { zh: '路由器列表', en: 'List routers' }),
  firewall: listOf('firewall', { zh: '防火墙列表', en: 'List firewalls' }),
  ap: listOf('ap', { zh: '无线 AP 列表', en: 'List access points' }),
  switch: listOf('switch', { zh: '交换机列表', en: 'List switches' }),
  soft: listOf('soft', { zh: '软路由列表', en: 'List soft routers' }),
  other: { ...listOf('other', { zh: '其他设备列表', en: 'List other devices' }), out: tableOut(OtherRow) },
  option: {
    at: 'GET device/option',
    does: { zh: '设备选项', en: 'Devices to choose from' },
    who: 'device.read',
    scene: 'read',
    in: Type.Object({
      scene_id: Type.Optional(IdOrZero),
      type: Type.Optional(enumOf(deviceType)),
      search: Type.Optional(Lines(128)),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 1000 })),
    }),
    out: Type.Object({
      list: Type.Array(
        Type.Object({
          id: Id,
          sn: Type.String(),
          name: Type.String(),
          type: enumOf(deviceType),
          online: Flag,
          scene_id: Id,
        }),
      ),
    }),
    shows: ['device'],
  },
  find: {
    at: 'GET device/find',
    does: { zh: '查找设备', en: 'Find devices by name, serial number, hardware address, IP address or model' },
    who: 'device.read',
    scene: 'read',
    in: Type.Object({ search: Lines(128, 1) }),
    out: Type.Object({
      /** At most 8: names that begin with the search first, online devices before the others. */
      list: Type.Array(
        Type.Object({
          id: Id,
          sn: Type.String(),
          name: Type.String(),
          type: enumOf(deviceType),
          model: Type.String(),
          online: Flag,
          /** 1: the gateway of its connection is lost or stopped. */
          unknown: Flag,
          scene_id: Id,
          scene_name: Type.String(),
          /** Address towards the internet, else of its own network, else of its connection. */
          ip: Maybe(Type.String()),
          verbs: Type.Array(Type.String()),
        }),
      ),
    }),
  },
  detail: {
    at: 'GET device/detail',
    does: { zh: '设备详情', en: 'One device with its interfaces, radios, terminals and recent tasks' },
    who: 'device.read',
    scene: 'read',
    in: Type.Object({ id: Id }),
    out: Type.Object({
      device: DeviceRow,
      /** Query types `device/cgi` answers. */
      cgi: Type.Array(Type.String()),
      capabilities: Type.Unsafe<Record<string, unknown>>({ type: 'object' }),
      /** The last reported facts: interfaces (with rx_bps, tx_bps), radios, ssids, wans, poe, neighbours; null before its first report. */
      facts: Maybe(Type.Unsafe<ShownFacts>({ type: 'object' })),
      facts_at: Time,
      /** Those connected to it now, at most 500. */
      terminals: Type.Array(TerminalRow),
      /** The last five, newest first. */
      tasks: Type.Array(TaskItemRow),
    }),
    errors: [],
    shows: ['device', 'task', 'terminal'],
  },
  unclaimed: {
    at: 'GET device/unclaimed',
    does: { zh: '待认领设备', en: 'Unclaimed trusted devices' },
    who: 'device.adopt',
    scene: 'none',
    in: tableIn({ blocked: Type.Optional(Flag) }, ['id', 'sn', 'model', 'online', 'since', 'created_at']),
    out: tableOut(
      Type.Object({
        id: Id,
        sn: Type.String(),
        name: Type.String(),
        type: enumOf(deviceType),
        vendor: Type.String(),
        model: Type.String(),
        firmware: Type.String(),
        online: Flag,
        since: Time,
        seen_at: Time,
        address: Maybe(Type.String()),
        simulated: Flag,
        blocked: Flag,
        created_at: Time,
      }),
    ),
    shows: ['device'],
  },
  dismiss: {
    at: 'DELETE device/unclaimed',
    does: { zh: '移除待认领设备', en: 'Forget or block unclaimed devices' },
    who: 'device.adopt',
    scene: 'none',
    undoable: true,
    /** `block` 1: refuse its connections from now on; 0: remove it, it is listed again when it connects. */
    in: Type.Object({ ids: Ids, block: Type.Optional(Flag) }),
    out: BatchOut,
  },
  change: {
    at: 'PUT device',
    does: { zh: '修改设备', en: 'Rename a device, move it to another scene, correct its kind' },
    who: 'device.write',
    scene: 'write',
    own: ['scene_id'],
    in: Type.Object({
      id: Id,
      name: Type.Optional(Name),
      scene_id: Type.Optional(Id),
      type: Type.Optional(enumOf(deviceType)),
      /** As read last; an outdated one is refused with the present row. */
      rev: Type.Optional(Revision),
    }),
    out: Type.Object({ device: DeviceRow }),
    errors: [errors.otherTeam],
  },
  remove: {
    at: 'DELETE device',
    does: { zh: '删除设备', en: 'Release devices with everything known about them' },
    who: 'device.write',
    scene: 'own',
    undoable: true,
    in: Type.Object({ ids: Ids, ...Confirmed }),
    out: BatchOut,
    errors: [confirmErrors.needsConfirm],
  },
})
