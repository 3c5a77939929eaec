import { Type } from 'typebox'
import { defineCalls } from '../../kit/define-calls.ts'
import { Maybe, Time } from '../../kit/schema.ts'
import { Count, PlaceOfRow, rankIn, rankOut, ScopeIn, seriesIn, SeriesOut } from './shapes.ts'

const common = { who: 'stat.read', scene: 'read' } as const
const oneOf = <const T extends string>(...words: T[]) => Type.Unsafe<T>({ type: 'string', enum: words })

/**
 * Devices of one kind now, and how many were online over the period: series `total` and `online`, means over the step, without
 * devices that were unknown.
 */
const CountOut = Type.Object({
  ...SeriesOut.properties,
  ...Count.properties,
  offline: Type.Integer(),
  online_rate: Maybe(Type.Number()),
})

/**
 * A period that ends on a day before today (UTC) is answered from what that day was known to end with, or the last day of the
 * period of which anything is kept.
 */
const ShareOut = Type.Object({
  ...rankOut({}).properties,
  /** The moment the devices were counted at: now, or the end of a day; null: nothing is kept of the period. */
  at: Maybe(Time),
})

const kindCalls = <const P extends string>(path: P, zh: string, en: string) => ({
  count: {
    ...common,
    at: `GET stat/${path}/count` as const,
    does: { zh: `${zh}数量`, en: `${en}: how many there are and were online` },
    in: seriesIn({}),
    out: CountOut,
    shows: ['device'],
  },
  /** Rows are models; `value`: devices there were at the end of the period. */
  model: {
    ...common,
    at: `GET stat/${path}/model` as const,
    does: { zh: `${zh}型号分布`, en: `${en} by model` },
    in: rankIn({}),
    out: ShareOut,
    shows: ['device'],
  },
  /** Rows are software versions; `value`: devices that ran them at the end of the period. */
  sversion: {
    ...common,
    at: `GET stat/${path}/sversion` as const,
    does: { zh: `${zh}软件版本分布`, en: `${en} by software version` },
    in: rankIn({}),
    out: ShareOut,
    shows: ['device'],
  },
})

/** Soft routers count as routers. */
export const routerCalls = defineCalls(kindCalls('router', '路由器', 'Routers'))
export const firewallCalls = defineCalls(kindCalls('firewall', '防火墙', 'Firewalls'))
export const apCalls = defineCalls(kindCalls('ap', '无线 AP', 'Access points'))
export const switchCalls = defineCalls(kindCalls('switch', '交换机', 'Switches'))

/** Routers, soft routers and firewalls together: what leads out of a scene. */
export const gatewayCalls = defineCalls({ count: kindCalls('gateway', '网关', 'Gateways').count })

export const deviceCalls = defineCalls({
  /** Routers and soft routers have entries of their own. */
  count: {
    ...common,
    at: 'GET stat/device/count',
    does: { zh: '设备数量', en: 'Devices by kind, and how many are online' },
    in: ScopeIn,
    out: Type.Object({
      ...Count.properties,
      router: Count,
      soft: Count,
      firewall: Count,
      ap: Count,
      switch: Count,
      other: Count,
    }),
    shows: ['device'],
  },
  /**
   * Rows are devices that are in the scenes now; `value`: octets through the uplinks both ways, or the mean of a measure over
   * the period, whole hours of it. `total` of a measure is the mean of all, and `percent` has no meaning.
   */
  rank: {
    ...common,
    at: 'GET stat/device/rank',
    does: { zh: '设备排行', en: 'Devices with the most traffic or the highest load' },
    in: rankIn({
      /** Of one kind alone; soft routers are routers. */
      kind: Type.Optional(oneOf('router', 'firewall', 'ap', 'switch', 'other')),
      by: Type.Optional(oneOf('traffic', 'cpu', 'mem', 'temp', 'terminals')),
    }),
    out: rankOut({
      ...PlaceOfRow,
      sn: Type.String(),
      /** Highest five minutes of what is averaged; null: it is not kept. */
      peak: Maybe(Type.Number()),
    }),
    shows: ['device'],
  },
})
