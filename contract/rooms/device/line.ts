import { Type } from 'typebox'
import { defineCalls } from '../../kit/define-calls.ts'
import { Empty, enumOf, Flag, Id, Line, Maybe } from '../../kit/schema.ts'
import { deviceErrors as errors } from './errors.ts'
import { lineSpeedFrom } from './line/enums.ts'

/** Mbit/s, of the provider's contract. */
const Mbps = Type.Number({ minimum: 0.064, maximum: 400_000 })
/** IPv4 or IPv6. */
const Target = Type.String({ minLength: 3, maxLength: 45, pattern: '^[0-9A-Fa-f.:]+$' })
const Targets = Type.Array(Target, { maxItems: 2 })

/** A line of a gateway to the internet. */
const LineRow = Type.Object({
  /** As the device calls it. */
  name: Type.String(),
  /** The contracted speed, Mbit/s; null: not entered. */
  down_mbps: Maybe(Mbps),
  up_mbps: Maybe(Mbps),
  speed_from: enumOf(lineSpeedFrom),
  /** The maximum of a sample within a week, Mbit/s; null: no data. */
  peak_down_mbps: Maybe(Type.Number()),
  peak_up_mbps: Maybe(Type.Number()),
  /** Addresses that the device pings over it, besides its gateway; null: the default ones. */
  targets: Maybe(Targets),
})

export const lineCalls = defineCalls({
  list: {
    at: 'GET device/line',
    does: { zh: '外网线路的带宽与探测地址', en: 'Bandwidth and probe targets of the WAN lines of a device' },
    who: 'device.read',
    scene: 'read',
    in: Type.Object({ id: Id }),
    out: Type.Object({
      list: Type.Array(LineRow),
      /** 1: the device measures loss and delay, and its addresses can be set. */
      measures: Flag,
    }),
    shows: ['device-line'],
  },
  /** Sets all values of one line: an absent value is unknown, or the default. */
  set: {
    at: 'POST device/line',
    does: { zh: '设置外网线路', en: 'Set bandwidth and probe targets of a WAN line' },
    who: 'device.write',
    unconfirmed: 'one device learns which addresses it probes',
    scene: 'write',
    in: Type.Object({
      id: Id,
      name: Line(32, 1),
      down_mbps: Type.Optional(Maybe(Mbps)),
      up_mbps: Type.Optional(Maybe(Mbps)),
      /** 2: use the measured values. */
      speed_from: Type.Optional(enumOf(lineSpeedFrom)),
      targets: Type.Optional(Maybe(Targets)),
    }),
    out: Empty,
    errors: [errors.noSuchLine, errors.badTarget, errors.measuresNot],
  },
})
