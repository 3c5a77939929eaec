interface ProbeCount {
  gateway?: true
  sent: number
  lost: number
  rtt_ms?: number
}

/**
 * Packet loss of a line in percent: the lowest loss of the addresses beyond the gateway, since a line that reaches one of them
 * works. Without such an address, the loss of the gateway; undefined: not measured.
 */
export function lossOf(probes: readonly ProbeCount[] = []): number | undefined {
  const shares = telling(probes).map(({ sent, lost }) => (lost / sent) * 100)
  return shares.length > 0 ? Math.min(...shares) : undefined
}

/** Round-trip time in milliseconds, the lowest of the same addresses; undefined: not measured, or no reply. */
export function delayOf(probes: readonly ProbeCount[] = []): number | undefined {
  const times = telling(probes).flatMap(({ rtt_ms }) => rtt_ms ?? [])
  return times.length > 0 ? Math.min(...times) : undefined
}

function telling(probes: readonly ProbeCount[]): readonly ProbeCount[] {
  const measured = probes.filter(({ sent }) => sent > 0)
  const beyond = measured.filter(({ gateway }) => !gateway)
  return beyond.length > 0 ? beyond : measured
}
