/**
 * Minimum milliseconds between refetches after updates: for current counts, and for totals over a period, which change
 * every five minutes.
 */
export const pace = { now: 5_000, sum: 60_000 } as const
