import type { EndCounters } from '../model/network.ts'

// Mean frame sizes: downloads use full frames, the other direction carries acknowledgements.
const largeFrame = 870
const smallFrame = 190

/** Octet and packet counters of one end of a link; `heavy` is the direction of downloads. */
export function countersOf({ rx, tx, errors, dropped }: EndCounters, heavy: 'rx' | 'tx') {
  return {
    rx_bytes: Math.floor(rx),
    tx_bytes: Math.floor(tx),
    rx_packets: packets(rx, heavy === 'rx'),
    tx_packets: packets(tx, heavy === 'tx'),
    rx_errors: errors,
    tx_errors: 0,
    rx_dropped: dropped,
    tx_dropped: 0,
    multicast: Math.floor(rx / 410_000),
    collisions: 0,
  }
}

/** Growth since the previous periodic report; `commit` makes this one the previous. */
export function deltaOf(counters: EndCounters, heavy: 'rx' | 'tx', commit: boolean) {
  const { rx, tx, sentRx, sentTx } = counters
  if (commit) {
    counters.sentRx = rx
    counters.sentTx = tx
  }
  if (sentRx === 0 && sentTx === 0) return {}
  return {
    rx_bytes: Math.floor(rx) - Math.floor(sentRx),
    tx_bytes: Math.floor(tx) - Math.floor(sentTx),
    rx_packets: packets(rx, heavy === 'rx') - packets(sentRx, heavy === 'rx'),
    tx_packets: packets(tx, heavy === 'tx') - packets(sentTx, heavy === 'tx'),
  }
}

export function packets(bytes: number, large: boolean): number {
  return Math.floor(bytes / (large ? largeFrame : smallFrame))
}
