import type { Words } from '@belvedere/contract/kit/text.ts'
import type { Reach } from '../../kernel/db.ts'

export type QuotaUnit = 'count' | 'bytes' | 'day' | 'minute'

/** How much of something one customer may have. What it is set to is kept by the account room, which also refuses. */
export interface Quota {
  /** Name in the store, never changed. */
  readonly key: string
  readonly words: Words
  /** Its place on screens, lower first. */
  readonly order: number
  /** `day`, `minute`: how many of it in such a time. */
  readonly unit: QuotaUnit
  /** Where nobody set anything. The team that runs the installation then has no limit. */
  readonly usual: number
  /** How much each of these teams has now; teams without any may be left out. None: it is counted where it is used up. */
  count?(at: Pick<Reach, 'db'>, team_ids: readonly number[], now: number): Promise<{ team_id: number; used: number }[]>
}

const mark = Symbol.for('belvedere.quota')

/** Export the result from a file of the room; it then stands on the screen of quotas. */
export function defineQuota(quota: Quota): Quota {
  Object.defineProperty(quota, mark, { value: true })
  return quota
}

export function isQuota(value: unknown): value is Quota {
  return typeof value === 'object' && value !== null && mark in value
}
