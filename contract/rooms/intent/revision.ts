import { Type } from 'typebox'
import { defineCalls } from '../../kit/define-calls.ts'
import { enumOf, Flag, Id, Maybe, Time } from '../../kit/schema.ts'
import { tableIn, tableOut } from '../../kit/table.ts'
import { revisionSource, revisionState } from './enums.ts'
import { intentErrors as errors } from './errors.ts'
import { DocumentDiff, RefusalShape } from './shapes.ts'

/** Which configuration: a revision by its id, what was read from the device last, or what it had when it was adopted. */
const Which = Type.String({ pattern: '^([1-9][0-9]{0,9}|running|base)$' })

export const revisionCalls = defineCalls({
  list: {
    at: 'GET intent/revision',
    does: { zh: '配置版本列表', en: 'Configuration versions of a device' },
    who: 'config.read',
    scene: 'read',
    in: tableIn({ device_id: Id }, ['id', 'uuid', 'created_at']),
    out: tableOut(
      Type.Object({
        id: Id,
        /** Number the device knows it by. */
        uuid: Type.Integer(),
        source: enumOf(revisionSource),
        change_id: Maybe(Id),
        state: enumOf(revisionState),
        said: Type.String(),
        bytes: Type.Integer(),
        /** The one the device is wanted to run. */
        current: Flag,
        made_by: Type.String(),
        created_at: Time,
        settled_at: Maybe(Time),
      }),
    ),
    shows: ['intent'],
  },
  diff: {
    at: 'GET intent/revision/diff',
    does: { zh: '比较配置版本', en: 'Compare two configuration versions of a device' },
    who: 'config.read',
    scene: 'read',
    in: Type.Object({ device_id: Id, from: Which, to: Which, whole: Type.Optional(Flag) }),
    out: Type.Object({
      diff: DocumentDiff,
      /** Of `to`, when it is a revision: intents by the JSON pointer of the value they made. */
      explanation: Type.Unsafe<Record<string, string[]>>({ type: 'object' }),
      refusals: Type.Array(RefusalShape),
    }),
    errors: [errors.badTarget, errors.noRevision, errors.noConfiguration],
    shows: ['intent'],
  },
})
