import { Type } from 'typebox'
import { defineCalls } from '../../kit/define-calls.ts'
import { Empty, enumOf, Flag, Id, Maybe } from '../../kit/schema.ts'
import { tableIn, tableOut } from '../../kit/table.ts'
import { quotaSource, quotaUnit } from './enums.ts'
import { accountErrors as errors } from './errors.ts'

const Key = Type.String({ minLength: 1, maxLength: 32 })
const Limit = Type.Integer({ minimum: 0, maximum: 1_000_000_000_000_000 })

const Kind = Type.Object({ key: Key, zh: Type.String(), en: Type.String(), unit: enumOf(quotaUnit) })

const Use = Type.Object({
  key: Key,
  /** Null: the usage is counted elsewhere and not stored. */
  used: Maybe(Type.Integer()),
  /** Null: no limit. */
  most: Maybe(Limit),
  source: enumOf(quotaSource),
})

export const quotaCalls = defineCalls({
  own: {
    at: 'GET user/quota',
    does: { zh: '本团队配额', en: 'Quotas of the own team' },
    who: 'session',
    scene: 'none',
    in: Empty,
    out: Type.Object({ kinds: Type.Array(Kind), quotas: Type.Array(Use) }),
    shows: ['quota'],
  },
  teams: {
    at: 'GET user/quota/team',
    does: { zh: '各团队配额与用量', en: 'Quotas and usage of all teams' },
    who: 'account.quota',
    scene: 'none',
    in: tableIn({}, ['id', 'name'], 100),
    out: tableOut(
      Type.Object({
        id: Id,
        name: Type.String(),
        /** The team of the administrators of the installation: it has only limits set for it. */
        home: Flag,
        members: Type.Integer(),
        quotas: Type.Array(Use),
      }),
    ),
    shows: ['quota'],
  },
  usual: {
    at: 'GET user/quota/usual',
    does: { zh: '默认配额', en: 'Quotas of teams for which none are set' },
    who: 'account.quota',
    scene: 'none',
    in: Empty,
    out: Type.Object({ kinds: Type.Array(Kind), quotas: Type.Array(Use) }),
    shows: ['quota'],
  },
  set: {
    at: 'POST user/quota',
    does: { zh: '设置配额', en: 'Set quotas' },
    who: 'account.quota',
    scene: 'none',
    fresh: true,
    in: Type.Object({
      /** Absent: the default of all teams. */
      team_id: Type.Optional(Id),
      values: Type.Array(
        Type.Object({
          key: Key,
          /** Neither of the two: the default. */
          most: Type.Optional(Limit),
          unlimited: Type.Optional(Flag),
        }),
        { minItems: 1, maxItems: 50 },
      ),
    }),
    out: Empty,
    errors: [errors.unknownQuota],
  },
})
