import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

/** What GET /metrics prints. Rooms and gateways add to it by `counter`, `gauge` and `histogram` below. */
export const metrics = new Registry()

let defaults = false
/** Process figures too; called once by main. */
export function collectProcessMetrics(): void {
  if (!defaults) collectDefaultMetrics({ register: metrics, prefix: 'belvedere_' })
  defaults = true
}

export function counter<L extends string>(name: string, help: string, labelNames: readonly L[] = []): Counter<L> {
  return new Counter({ name: `belvedere_${name}`, help, labelNames, registers: [metrics] })
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
