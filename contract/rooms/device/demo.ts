import { Type } from 'typebox'
import { defineCalls } from '../../kit/define-calls.ts'
import { Empty, Flag, Id } from '../../kit/schema.ts'
import { BatchOut } from '../../kit/table.ts'

export const demoCalls = defineCalls({
  get: {
    at: 'GET device/demo',
    does: { zh: '演示网络', en: 'Whether the demo network exists' },
    who: 'session',
    scene: 'none',
    in: Empty,
    out: Type.Object({ demo: Flag, scene_ids: Type.Array(Id) }),
    shows: ['scene'],
  },
  remove: {
    at: 'DELETE device/demo',
    does: { zh: '移除演示网络', en: 'Remove the demo network with all simulated devices' },
    who: 'device.write',
    scene: 'none',
    in: Empty,
    out: BatchOut,
  },
})
