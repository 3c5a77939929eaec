import type { DeviceReport } from '@belvedere/server/devices/device-link.ts'
import type { ReportQueue } from '@belvedere/server/devices/ingest/fair-queue.ts'

/** First in, first out, without regard to the sender: the cost of a queue without fairness. */
export function plainQueue(): ReportQueue {
  let waiting: DeviceReport[] = []
  return {
    counts: { joined: 0, dropped: 0 },
    heldFor: undefined,
    get size() {
      return waiting.length
    },
    get ready() {
      return waiting.length
    },
    push: (report) => Boolean(waiting.push(report)),
    take(most) {
      const taken = waiting.length <= most ? waiting : waiting.slice(0, most)
      waiting = waiting.length <= most ? [] : waiting.slice(most)
      return taken
    },
    putBack(reports) {
      waiting = [...reports, ...waiting]
    },
    release() {},
  }
}
