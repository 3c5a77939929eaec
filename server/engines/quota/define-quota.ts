import type { Words } from '@belvedere/contract/kit/text.ts'
import type { QueryContext } from '../../kernel/db.ts'

export type QuotaUnit = 'count' | 'bytes' | 'day' | 'minute'

/** The limit of a resource for one team. The account room stores the values and refuses. */
export interface Quota {
  /** Name in the database, never changed. */
  readonly key: string
  readonly words: Words
  /** Its place on screens, lower first. */
  readonly order: number
  /** `day`, `minute`: a limit per period. */
  readonly unit: QuotaUnit
  /** The default. The team of the administrators of the installation has no limit by default. */
  readonly usual: number
  /** The present usage of each of these teams; teams without usage may be omitted. Absent: the usage is counted elsewhere. */
  count?(
    ctx: Pick<QueryContext, 'db'>,
    team_ids: readonly number[],
    now: number,
  ): Promise<{ team_id: number; used: number }[]>
}

const mark = Symbol.for('belvedere.quota')

/** Export the result from a file of the room; it is then shown on the screen of quotas. */
export function defineQuota(quota: Quota): Quota {
  Object.defineProperty(quota, mark, { value: true })
  return quota
}

export function isQuota(value: unknown): value is Quota {
  return typeof value === 'object' && value !== null && mark in value
}
