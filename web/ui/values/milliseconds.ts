/** Milliseconds of a round trip; two decimals for short times. */
export const timeText = (ms: number): string => (ms < 10 ? `${ms.toFixed(2)} ms` : `${Math.round(ms)} ms`)
