import { Type, type Static, type TProperties, type TSchema } from 'typebox'
import { Flag, Id, Maybe, Time } from '../../kit/schema.ts'

/** Which scenes: one, those of a scene group, or with neither (or 0) all the caller sees. */
export const scopeFields = {
  scene_id: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647 })),
  group_id: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647 })),
}

/**
 * Of when: unix seconds; the last 24 hours by default. Widened to whole steps; the answer says what it covers.
 * `compare`: 1 adds the period of the same length before.
 */
export const periodFields = {
  from: Type.Optional(Time),
  to: Type.Optional(Time),
  compare: Type.Optional(Flag),
}

/** How many rows of a rank. */
export const limitField = { limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 10 })) }

export const ScopeIn = Type.Object(scopeFields)
export const seriesIn = <P extends TProperties>(more: P) => Type.Object({ ...scopeFields, ...periodFields, ...more })
export const rankIn = <P extends TProperties>(more: P) =>
  Type.Object({ ...scopeFields, ...periodFields, ...limitField, ...more })

/** The period an answer really covers. */
const covered = { from: Time, to: Time }

/** [moment the step begins, value]; null: nothing is known of it. */
export const SeriesPoint = Type.Unsafe<[number, number | null]>({ type: 'array' })

export const Series = Type.Object({
  /** A word of the call, such as `rx`, for the screen to put into words; or the name of a row. */
  name: Type.String(),
  points: Type.Array(SeriesPoint),
})

const Curves = {
  /** `B`, `bit/s`, `s`, `%`, `℃`, or empty for counts. */
  unit: Type.String(),
  series: Type.Array(Series),
  /** Of the whole period: the sum of what adds up, the mean of what does not; null: nothing is known of it. */
  total: Maybe(Type.Number()),
}

/** The one shape of every curve. */
export const SeriesOut = Type.Object({
  ...covered,
  /** Seconds between points. */
  step: Type.Integer(),
  ...Curves,
  /** The period before. Its points carry the times of this period, so that both lie over one another. */
  compare: Type.Optional(Type.Object({ ...covered, total: Maybe(Type.Number()), series: Type.Array(Series) })),
})
export type SeriesOut = Static<typeof SeriesOut>

export const RankRow = Type.Object({
  /** Of what is ranked: a row's id, an enumeration's id, or a text that names it. */
  id: Type.Union([Type.Integer(), Type.String()]),
  name: Type.String(),
  value: Type.Number(),
  /** Of the total, 0 to 100. */
  percent: Type.Number(),
  /** Percent more (or less) than in the period before; null: not asked, or there was nothing. */
  trend: Maybe(Type.Number()),
})
export type RankRow = Static<typeof RankRow>

/** Why there is nothing to rank, in the caller's language; absent while there is. */
const reason = { reason: Type.Optional(Type.String()) }

/** The one shape of every rank; a row may carry `more`. */
export function rankOut<P extends Record<string, TSchema>>(more: P) {
  return Type.Object({
    ...covered,
    unit: Type.String(),
    /** Of everything, also of what is not in the list. */
    total: Type.Number(),
    list: Type.Array(Type.Object({ ...RankRow.properties, ...more })),
    ...reason,
  })
}
export const RankOut = rankOut({})
export type RankOut = Static<typeof RankOut>

/** The one shape of a heat map of the week. */
export const PeriodOut = Type.Object({
  ...covered,
  unit: Type.String(),
  /** 7 rows from Sunday (0) to Saturday, 24 hours each, by the clocks of the scenes; null: that hour did not occur. */
  cells: Type.Array(Type.Array(Maybe(Type.Number()))),
  /** The highest cell. */
  peak: Type.Number(),
  total: Type.Number(),
})

/** `unknown`: neither online nor offline, since the gateway that held their connection is lost or stopped. */
export const Count = Type.Object({ total: Type.Integer(), online: Type.Integer(), unknown: Type.Integer() })

/** A scene, device or terminal a rank row stands for, so that a screen can link to it. */
export const PlaceOfRow = { scene_id: Maybe(Id), scene_name: Type.String() }
