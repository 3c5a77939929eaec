export interface Policy {
  newest: number
  daily: number
  weekly: number
  overdue_days: number
}

/** The default policy. */
export const USUAL: Policy = { newest: 10, daily: 14, weekly: 12, overdue_days: 7 }
