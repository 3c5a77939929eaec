interface ProbeCount {
  gateway?: true
  sent: number
  lost: number
  rtt_ms?: number
}

/**
 * Percent of the packets that were lost over a line. What the best of the addresses beyond the gateway lost: a line that
 * reaches one of them loses nothing. Without such an address, what the gateway lost; undefined: not measured.
 */
export function lossOf(probes: readonly ProbeCount[] = []): number | undefined {
  const shares = telling(probes).map(({ sent, lost }) => (lost / sent) * 100)
  return shares.length > 0 ? Math.min(...shares) : undefined
}

/** Milliseconds there and back, of the nearest of the same addresses; undefined: not measured, or nothing came back. */
export function delayOf(probes: readonly ProbeCount[] = []): number | undefined {
  const times = telling(probes).flatMap(({ rtt_ms }) => rtt_ms ?? [])
  return times.length > 0 ? Math.min(...times) : undefined
}

function telling(probes: readonly ProbeCount[]): readonly ProbeCount[] {
  const measured = probes.filter(({ sent }) => sent > 0)
  const beyond = measured.filter(({ gateway }) => !gateway)
  return beyond.length > 0 ? beyond : measured
}
