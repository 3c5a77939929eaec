import { Type } from 'typebox'
import { defineCalls } from '../../kit/define-calls.ts'
import { Maybe } from '../../kit/schema.ts'
import { rankIn, rankOut, ScopeIn, seriesIn, SeriesOut } from './shapes.ts'

const common = { who: 'stat.read', scene: 'read', shows: ['alarm'] } as const

export const alarmCalls = defineCalls({
  /** Open ones by level, without those that follow from another; raised since midnight by the clocks of Asia/Shanghai or of the scene, and on the day before. */
  count: {
    ...common,
    at: 'GET stat/alarm/count',
    does: { zh: '告警数量', en: 'Open alarms by level' },
    in: ScopeIn,
    out: Type.Object({
      critical: Type.Integer(),
      warning: Type.Integer(),
      notice: Type.Integer(),
      today: Type.Integer(),
      yesterday: Type.Integer(),
    }),
  },
  /**
   * Series `critical`, `warning`, `notice`: alarms that were raised within each step; null before the scenes were there. The
   * period begins no earlier than alarms are kept.
   */
  trend: {
    ...common,
    at: 'GET stat/alarm/trend',
    does: { zh: '告警趋势', en: 'Alarms raised over a period' },
    in: seriesIn({}),
    out: Type.Object({
      ...SeriesOut.properties,
      /** Mean seconds until what was raised in the period ended; null: nothing did. */
      mean_duration: Maybe(Type.Number()),
      /** Mean seconds until somebody solved, ignored or noted what was raised in the period; null: nobody did. */
      mean_ack: Maybe(Type.Number()),
      /** Alarms of the period that followed from another and are in no other figure. */
      followed: Type.Integer(),
    }),
  },
  /** `value`: alarms raised in the period. */
  rank: {
    ...common,
    at: 'GET stat/alarm/rank',
    does: { zh: '告警排行', en: 'Objects with the most alarms' },
    in: rankIn({
      by: Type.Optional(
        Type.Unsafe<'type' | 'device' | 'scene'>({
          type: 'string',
          enum: ['type', 'device', 'scene'],
          default: 'type',
        }),
      ),
    }),
    out: rankOut({
      /** How often they came, flapping counted. */
      cnt: Type.Integer(),
      /** Serial number of a device, for a link. */
      sn: Type.Optional(Type.String()),
    }),
  },
})
