/** How often sums are read again for news, milliseconds: counts of now, and sums over a period, which change in fives of minutes. */
export const pace = { now: 5_000, sum: 60_000 } as const
