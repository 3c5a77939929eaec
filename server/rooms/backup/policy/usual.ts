export interface Policy {
  newest: number
  daily: number
  weekly: number
  overdue_days: number
}

/** How backups are kept where nobody said otherwise. */
export const USUAL: Policy = { newest: 10, daily: 14, weekly: 12, overdue_days: 7 }
