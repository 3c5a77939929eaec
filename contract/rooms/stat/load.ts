import { Type } from 'typebox'
import { defineCalls } from '../../kit/define-calls.ts'
import { Id, Time } from '../../kit/schema.ts'

const Series = Type.Object({
  /** cpu, mem, temp, load, terminals, rx_bps, tx_bps. */
  name: Type.String(),
  /** %, ℃, bit/s or empty. */
  unit: Type.String(),
  /** [moment, mean over the step]; null where the device said nothing. */
  points: Type.Array(Type.Unsafe<[number, number | null]>({ type: 'array' })),
})

export const loadCalls = defineCalls({
  get: {
    at: 'GET device/load',
    does: { zh: '设备负载曲线', en: 'Load, temperature and traffic of devices over a period' },
    who: 'device.read',
    scene: 'read',
    in: Type.Object({
      /** At most 20; several are given one after another, not added up. */
      ids: Type.Array(Id, { minItems: 1, maxItems: 20 }),
      /** Unix seconds; the last 24 hours by default. */
      from: Type.Optional(Time),
      to: Type.Optional(Time),
    }),
    out: Type.Object({
      from: Time,
      to: Time,
      /** Seconds between points: samples for short periods, 5 minutes, an hour or a day for longer ones. */
      step: Type.Integer(),
      devices: Type.Array(Type.Object({ id: Id, name: Type.String(), series: Type.Array(Series) })),
    }),
    shows: ['device'],
  },
})
