import type { Octets } from './app-flows.ts'
import type { Neighbour } from './neighbours.ts'

/** Number of terminals whose octets are remembered. */
const most = 8192

/**
 * Octets of each terminal to and from outside since the agent started to count, by the MAC address that has the inside address at
 * the reading. The counters only grow; traffic between terminals is not included.
 */
export class TerminalOctets {
  readonly #sums = new Map<string, [up: number, down: number]>()

  add(inside: ReadonlyMap<string, Octets>, neighbours: readonly Neighbour[]): void {
    for (const { address, mac } of neighbours) {
      if (!mac) continue
      const passed = inside.get(address)
      const [up, down] = this.#sums.get(mac) ?? [0, 0]
      // the latest entries are at the end
      if (passed) this.#sums.delete(mac)
      this.#sums.set(mac, [up + (passed?.tx ?? 0), down + (passed?.rx ?? 0)])
    }
    for (const mac of this.#sums.keys()) {
      if (this.#sums.size <= most) break
      this.#sums.delete(mac)
    }
  }

  /** Octets of these terminals. */
  of(macs: readonly string[]): Record<string, [up: number, down: number]> {
    return Object.fromEntries(
      macs.flatMap((mac) => {
        const sum = this.#sums.get(mac)
        return sum ? [[mac, sum] as const] : []
      }),
    )
  }
}
