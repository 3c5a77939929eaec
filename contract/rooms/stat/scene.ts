import { Type } from 'typebox'
import { defineCalls } from '../../kit/define-calls.ts'
import { Maybe } from '../../kit/schema.ts'
import { ScopeIn } from './shapes.ts'

const common = { who: 'stat.read', scene: 'read', shows: ['scene', 'device', 'alarm'] } as const

export const sceneCalls = defineCalls({
  /** Online: one of its gateways is, or without a gateway any device. Abnormal: online, with open alarms or devices missing. */
  count: {
    ...common,
    at: 'GET stat/scene/count',
    does: { zh: '场景数量', en: 'Scenes, and how many are online' },
    in: ScopeIn,
    out: Type.Object({
      total: Type.Integer(),
      online: Type.Integer(),
      offline: Type.Integer(),
      abnormal: Type.Integer(),
      /** Without a device. */
      empty: Type.Integer(),
    }),
  },
  region: {
    ...common,
    at: 'GET stat/scene/region',
    does: { zh: '场景地区分布', en: 'Scenes by region' },
    in: ScopeIn,
    out: Type.Object({
      list: Type.Array(
        Type.Object({
          /** Of the region; empty: none is known for that name. */
          code: Type.String(),
          name: Type.String(),
          /** WGS-84, the middle of its scenes; null: none of them is placed. */
          lat: Maybe(Type.Number()),
          lng: Maybe(Type.Number()),
          total: Type.Integer(),
          online: Type.Integer(),
          abnormal: Type.Integer(),
          device_total: Type.Integer(),
          device_online: Type.Integer(),
          critical: Type.Integer(),
        }),
      ),
      /** Scenes that say nothing of where they are. */
      unplaced: Type.Integer(),
    }),
  },
})
