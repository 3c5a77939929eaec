import { Type } from 'typebox'
import { defineCalls } from '../../kit/define-calls.ts'
import { Empty, enumOf, IdOrZero, Maybe } from '../../kit/schema.ts'
import { returnPolicy } from './enums.ts'

export const policyCalls = defineCalls({
  get: {
    at: 'GET intent/policy',
    does: { zh: '设备丢失配置后的处理方式', en: 'Policy for devices that lost their configuration' },
    who: 'config.read',
    scene: 'read',
    /** 0: of the team. */
    in: Type.Object({ scene_id: IdOrZero }),
    out: Type.Object({
      /** Of the scene; null: it has none of its own. */
      scene: Maybe(enumOf(returnPolicy)),
      /** Of all scenes of the team that have none of their own. */
      team: enumOf(returnPolicy),
    }),
    shows: ['intent'],
  },
  set: {
    at: 'PUT intent/policy',
    does: {
      zh: '设置设备丢失配置后的处理方式',
      en: 'Set the policy for devices that lost their configuration',
    },
    who: 'change.write',
    scene: 'own',
    /** `scene_id` 0: of the team. Without `on_return`: as the team has it. Devices are sent their configuration with the rights of who set it. */
    in: Type.Object({ scene_id: IdOrZero, on_return: Type.Optional(enumOf(returnPolicy)) }),
    out: Empty,
  },
})
