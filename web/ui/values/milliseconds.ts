/** Milliseconds of a round trip: two digits behind the point where it is short. */
export const timeText = (ms: number): string => (ms < 10 ? `${ms.toFixed(2)} ms` : `${Math.round(ms)} ms`)
