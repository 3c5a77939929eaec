import { Type } from 'typebox'
import { defineCalls } from '../../kit/define-calls.ts'
import { Maybe } from '../../kit/schema.ts'
import { ScopeIn } from './shapes.ts'

const common = { who: 'stat.read', scene: 'read', shows: ['scene', 'device', 'alarm'] } as const

export const sceneCalls = defineCalls({
  /**
   * Online: one of its gateways is, or without a gateway any device. Abnormal: online, with open alarms or devices offline.
   * Partial: online, not abnormal, and of some devices nothing is known. Unknown: not online, and of some of those nothing is known, since the gateway that held their connection is lost or stopped.
   */
  count: {
    ...common,
    at: 'GET stat/scene/count',
    does: { zh: '场景数量', en: 'Scenes, and how many are online' },
    in: ScopeIn,
    out: Type.Object({
      total: Type.Integer(),
      online: Type.Integer(),
      offline: Type.Integer(),
      unknown: Type.Integer(),
      abnormal: Type.Integer(),
      partial: Type.Integer(),
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
          /** Administrative code of a province of China (GB/T 2260); empty for any other region. */
          code: Type.String(),
          /** Of the province in the caller's language; else as people wrote it. */
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
      /** Scenes whose region cannot be told. */
      unplaced: Type.Integer(),
    }),
  },
})
