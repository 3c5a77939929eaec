import { Type } from 'typebox'
import { defineCalls } from '../../kit/define-calls.ts'
import { enumOf, Ids, Line, Maybe } from '../../kit/schema.ts'
import { blastAction } from './enums.ts'
import { Blast } from './shapes.ts'
import { Confirmation } from '../../kit/confirm.ts'

export const blastCalls = defineCalls({
  get: {
    at: 'GET change/blast',
    does: { zh: '操作影响范围', en: 'Blast radius of an operation' },
    who: 'device.read',
    scene: 'read',
    in: Type.Object({
      ids: Ids,
      action: enumOf(blastAction),
      /** For PoE: ports of the one device; absent: all of them. */
      ports: Type.Optional(Type.Array(Line(32, 1), { maxItems: 64 })),
    }),
    /** `confirm`: the confirmation to send with the call; null if the blast radius is below the bound. */
    out: Type.Object({ ...Blast.properties, confirm: Maybe(Confirmation) }),
    shows: [],
  },
})
