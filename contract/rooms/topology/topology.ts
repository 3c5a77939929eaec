import { Type } from 'typebox'
import { defineCalls } from '../../kit/define-calls.ts'
import { Empty, Flag, Id, Line, Lines, Maybe, Time, enumOf } from '../../kit/schema.ts'
import { alarmLevel } from '../alarm-type/enums.ts'
import { deviceErrors } from '../device/errors.ts'
import { monitorErrors } from '../monitor/errors.ts'
import { deviceType } from '../device/enums.ts'
import { linkKind, linkState, nodeKind, nodeStatus } from './enums.ts'
import { topologyErrors as errors } from './errors.ts'

/** `d12` a device, `n…` equipment that is not ours, `h12:LAN3` something unseen behind a port, `i` the internet. */
const NodeId = Type.String({ minLength: 1, maxLength: 100, pattern: '^[idnh]' })
const Mark = Line(40)
const Int = Type.Integer()
const Coordinate = Type.Integer({ minimum: -1_000_000, maximum: 1_000_000 })

/** Terminals of a node that have these in common. */
const Fold = Type.Object({
  port: Type.String(),
  ssid: Type.String(),
  /** 0: not told. */
  vlan: Int,
  /** 0 wired, 1 2.4G, 2 5G, 3 6G. */
  link: Int,
  n: Int,
})

const Node = Type.Object({
  id: NodeId,
  kind: enumOf(nodeKind),
  device_id: Maybe(Id),
  sn: Type.String(),
  type: Maybe(enumOf(deviceType)),
  name: Type.String(),
  model: Type.String(),
  ip: Maybe(Type.String()),
  mac: Maybe(Type.String()),
  status: enumOf(nodeStatus),
  /** Of the status. */
  since: Time,
  /** Connected to it, not through others; null: not told. */
  terminals: Maybe(Int),
  folds: Type.Array(Fold),
  /** Wireless networks it offers. */
  ssids: Type.Array(Type.String()),
  /** Percent. */
  cpu: Maybe(Type.Number()),
  mem: Maybe(Type.Number()),
  firmware: Type.String(),
  /** How its radios were set, as it reported; empty: not reported. */
  radios: Type.Array(
    Type.Object({
      band: Type.String(),
      channel: Int,
      /** MHz. */
      width: Int,
      /** dBm. */
      power: Maybe(Int),
    }),
  ),
  /** The configuration it was sent last and runs; null: none was sent. */
  config: Maybe(Type.Object({ id: Id, uuid: Type.Integer(), at: Time })),
  /** 1: it was removed after that moment. */
  removed: Flag,
  /** Worst open alarm. */
  alarm: Maybe(enumOf(alarmLevel)),
  /** The next node on its way out. */
  parent: Maybe(Type.String()),
  /** Where it stands; null: nobody has placed it yet. */
  x: Maybe(Int),
  y: Maybe(Int),
})

const Edge = Type.Object({
  id: Type.String(),
  from: NodeId,
  to: NodeId,
  from_port: Type.String(),
  to_port: Type.String(),
  kind: enumOf(linkKind),
  state: enumOf(linkState),
  /** 0: it must be somewhere behind, on a way nobody told. */
  sure: Flag,
  /** Mbit/s. */
  speed: Maybe(Int),
  /** bit/s into `from` and out of it. */
  rx_bps: Maybe(Int),
  tx_bps: Maybe(Int),
  /** Lost of a million packets. */
  loss: Maybe(Int),
  since: Time,
  /** Whose socket the figures are of. */
  measured: Maybe(Type.Object({ device_id: Id, port: Type.String() })),
})

export const topologyCalls = defineCalls({
  /** The network of a scene, now or as it was. */
  get: {
    at: 'GET scene/topology',
    does: { zh: '网络拓扑', en: 'Topology of a scene' },
    who: 'scene.read',
    scene: 'read',
    in: Type.Object({
      scene_id: Id,
      /** A moment of the past; absent: now. */
      at: Type.Optional(Time),
      /** `mark` of an answer the caller has: only what is different since then is told, while the server knows it. */
      since: Type.Optional(Mark),
    }),
    out: Type.Object({
      /** 1: `nodes` and `edges` are all there are; 0: those that came or changed since. */
      whole: Flag,
      nodes: Type.Array(Node),
      edges: Type.Array(Edge),
      /** Ids that are no more since. */
      gone: Type.Object({ nodes: Type.Array(Type.String()), edges: Type.Array(Type.String()) }),
      /** Names this answer; empty for the past. */
      mark: Mark,
      /** Rises with each change of links. */
      rev: Type.String(),
      generated_at: Time,
      /** Nothing of the past is kept before. */
      oldest: Time,
      /** 1: nothing moves by the pointer. */
      locked: Flag,
    }),
    shows: ['topology', 'alarm'],
  },
  /** Moves nodes, or places new ones. */
  place: {
    at: 'POST scene/topology/place',
    does: { zh: '调整拓扑布局', en: 'Move nodes of the topology' },
    who: 'scene.write',
    scene: 'write',
    in: Type.Object({
      scene_id: Id,
      places: Type.Array(Type.Object({ id: NodeId, x: Coordinate, y: Coordinate }), { minItems: 1, maxItems: 5000 }),
    }),
    out: Empty,
    errors: [errors.layoutLocked],
  },
  lock: {
    at: 'POST scene/topology/lock',
    does: { zh: '锁定拓扑布局', en: 'Lock the layout of the topology' },
    who: 'scene.write',
    scene: 'write',
    in: Type.Object({ scene_id: Id, locked: Flag }),
    out: Empty,
  },
  /** What came and went over a period, for the time slider. */
  past: {
    at: 'GET scene/topology/past',
    does: { zh: '拓扑变化', en: 'Changes of the topology over a period' },
    who: 'scene.read',
    scene: 'read',
    in: Type.Object({ scene_id: Id, from: Time, to: Time }),
    out: Type.Object({
      from: Time,
      to: Time,
      /** The latest 500: devices that went and came, links that did. */
      list: Type.Array(
        Type.Object({
          at: Time,
          what: Type.Union([
            Type.Literal('offline'),
            Type.Literal('online'),
            Type.Literal('unlinked'),
            Type.Literal('linked'),
            Type.Literal('removed'),
          ]),
          device_id: Id,
          name: Type.String(),
          port: Type.String(),
          /** The other end of the link. */
          other: Type.String(),
        }),
      ),
      /** Things that went, in 120 equal parts of the period. */
      marks: Type.Array(Int),
    }),
    shows: ['topology'],
  },
  /** What passed one socket. */
  flow: {
    at: 'GET scene/topology/flow',
    does: { zh: '链路速率历史', en: 'Rates of a link over a period' },
    who: 'scene.read',
    scene: 'read',
    in: Type.Object({
      scene_id: Id,
      device_id: Id,
      port: Line(32, 1),
      from: Type.Optional(Time),
      to: Type.Optional(Time),
    }),
    out: Type.Object({
      from: Time,
      to: Time,
      /** Seconds between points. */
      step: Int,
      /** [moment, bit/s in, bit/s out]; nulls where nothing was told. */
      points: Type.Array(Type.Unsafe<[number, number | null, number | null]>({ type: 'array' })),
    }),
    shows: [],
  },
  ssid: {
    at: 'GET scene/topology/ssid',
    does: { zh: '查找无线网络', en: 'Find wireless networks by SSID' },
    who: 'scene.read',
    scene: 'read',
    in: Type.Object({ search: Lines(128, 1) }),
    out: Type.Object({
      /** At most 8: those whose name begins with what was typed first, then those that most devices offer. */
      list: Type.Array(
        Type.Object({
          ssid: Type.String(),
          scene_id: Id,
          scene_name: Type.String(),
          /** Devices that offer it, and how many of them are online. */
          device_cnt: Int,
          online_cnt: Int,
        }),
      ),
    }),
  },
  /** Asks the main device who answers in its networks. Takes up to a minute and a half. */
  scan: {
    at: 'GET scene/scan',
    does: { zh: '扫描场景网络', en: 'Scan the networks of a scene' },
    who: 'device.write',
    scene: 'write',
    in: Type.Object({
      scene_id: Id,
      /** IPv4 network of at most 1024 addresses; absent: those the device is in. */
      subnet: Type.Optional(Type.String({ maxLength: 18, pattern: String.raw`^(\d{1,3}\.){3}\d{1,3}/\d{1,2}$` })),
    }),
    out: Type.Object({
      /** `simulated` 1: a device of the demo network, and so is what it found. */
      from: Type.Object({ id: Id, name: Type.String(), simulated: Flag }),
      subnets: Type.Array(Type.String()),
      list: Type.Array(
        Type.Object({
          ip: Type.String(),
          mac: Maybe(Type.String()),
          vendor: Type.String(),
          /** The device of the scene it is. */
          known: Maybe(Type.Object({ id: Id, name: Type.String() })),
          /** 1: a terminal that a device of the scene reports. */
          terminal: Flag,
        }),
      ),
    }),
    errors: [
      deviceErrors.noMainDevice,
      deviceErrors.offline,
      deviceErrors.notSupported,
      monitorErrors.noNetwork,
      monitorErrors.largeNetwork,
      monitorErrors.scanFailed,
      deviceErrors.timedOut,
    ],
    tx: false,
    per_minute: 10,
  },
})
