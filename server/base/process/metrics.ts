import { performance } from 'node:perf_hooks'
import {
  AggregatorRegistry,
  Counter,
  Gauge,
  Histogram,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from 'prom-client'

/** What GET /metrics prints. Rooms and gateways add to it by `counter`, `gauge` and `histogram` below. */
export const metrics = new Registry()

/** The metrics of a thread. */
export type ThreadMetrics = MetricObjectWithValues<MetricValue<string>>[]

/** The output of GET /metrics, with the metrics of `others` added to those of this thread. */
export async function metricsText(others: readonly ThreadMetrics[]): Promise<string> {
  if (others.length === 0) return metrics.metrics()
  return AggregatorRegistry.aggregate([await metrics.getMetricsAsJSON(), ...others]).metrics()
}

let collected = false
/**
 * Process figures too; called once by main. Only metrics without cost between scrapes and with little cost at a scrape: the library's
 * default set inspects every open socket at a scrape, and uses a timer of ten milliseconds and a garbage collection observer, which at
 * 2,000 devices took a quarter of the idle processor time.
 */
export function collectProcessMetrics(): void {
  if (collected) return
  collected = true
  const started = Math.floor(Date.now() / 1000 - process.uptime())
  gauge('process_start_time_seconds', 'Unix time the process began', () => started)
  tally('process_cpu_user_seconds_total', 'CPU time in user mode', () => process.cpuUsage().user / 1e6)
  tally('process_cpu_system_seconds_total', 'CPU time in the kernel', () => process.cpuUsage().system / 1e6)
  gauge('process_resident_memory_bytes', 'Resident memory', () => process.memoryUsage.rss())
  gauge('nodejs_heap_size_used_bytes', 'Heap in use', () => process.memoryUsage().heapUsed)
  loopGauge('nodejs_eventloop_utilization')
}

/** How busy this thread is. */
export function loopGauge(name: string): void {
  let before = performance.eventLoopUtilization()
  gauge(name, 'Share of the time since the last scrape in which the event loop was busy', () => {
    const { utilization } = performance.eventLoopUtilization(before)
    before = performance.eventLoopUtilization()
    return utilization
  })
}

export function counter<L extends string>(name: string, help: string, labelNames: readonly L[] = []): Counter<L> {
  return new Counter({ name: `belvedere_${name}`, help, labelNames, registers: [metrics] })
}

/** A counter that is counted elsewhere: `read` is called at each scrape. The name ends in `_total`. */
export function tally(name: string, help: string, read: () => number): void {
  new Counter({
    name: `belvedere_${name}`,
    help,
    registers: [metrics],
    collect() {
      this.reset()
      this.inc(read())
    },
  })
}

/** `read` is called at each scrape. */
export function gauge(name: string, help: string, read: () => number): Gauge {
  return new Gauge({
    name: `belvedere_${name}`,
    help,
    registers: [metrics],
    collect() {
      this.set(read())
    },
  })
}

/** Seconds. */
export function histogram<L extends string>(
  name: string,
  help: string,
  labelNames: readonly L[],
  buckets: number[],
): Histogram<L> {
  return new Histogram({ name: `belvedere_${name}`, help, labelNames, buckets, registers: [metrics] })
}
