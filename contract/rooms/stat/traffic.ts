import { Type } from 'typebox'
import { defineCalls } from '../../kit/define-calls.ts'
import { Flag } from '../../kit/schema.ts'
import { PlaceOfRow, rankIn, rankOut, seriesIn, SeriesOut } from './shapes.ts'

const common = { who: 'stat.read', scene: 'read', shows: ['device'] } as const
/** Octets of a row by direction: rx from the Internet, tx towards it. */
const directions = { rx: Type.Integer(), tx: Type.Integer() }

export const trafficCalls = defineCalls({
  /**
   * Series `rx` and `tx`: octets within each step, counted where they leave the scene: at its gateways; without a gateway at
   * its access points, else at its switches.
   */
  used: {
    ...common,
    at: 'GET stat/traffic/used',
    does: { zh: '流量使用', en: 'Traffic over a period' },
    in: seriesIn({}),
    out: SeriesOut,
  },
  /** Rows are scenes; `value` octets. */
  rank: {
    ...common,
    at: 'GET stat/traffic/rank',
    does: { zh: '场景流量排行', en: 'Scenes with the most traffic' },
    in: rankIn({}),
    out: rankOut({ ...directions, ...PlaceOfRow }),
  },
  /** Rows are applications; `value` octets. Devices that cannot say leave it empty, with the reason. */
  app: {
    ...common,
    at: 'GET stat/traffic/rank/app',
    does: { zh: '应用流量排行', en: 'Applications with the most traffic' },
    in: rankIn({}),
    out: Type.Object({
      ...rankOut({ ...directions, category: Type.String() }).properties,
      /** 1: some of it was told by simulated devices. */
      simulated: Flag,
      /** Devices that can tell applications apart, of those the caller asked about that carry traffic. */
      telling: Type.Integer(),
      gateways: Type.Integer(),
      /** Octets that passed in the period, known or not by which application. */
      of: Type.Number(),
    }),
  },
})
