import lighthouse from 'lighthouse'

// One run of Lighthouse on an address, in a separate process: at its end it may still send requests to a closed page, and such
// an unhandled failure must not end a whole measurement. `node lighthouse-child.ts ADDRESS PORT`; the port is that of a browser.

export interface Scores {
  /** 0 to 100. */
  readonly performance: number
  readonly accessibility: number
  /** Milliseconds, as Lighthouse computes them for a telephone. */
  readonly parts: Readonly<Record<string, number>>
}

const [address, port] = process.argv.slice(2)
const result = await lighthouse(address, {
  port: Number(port),
  disableStorageReset: true,
  onlyCategories: ['performance', 'accessibility'],
  logLevel: 'error',
})
const { categories, audits } = result?.lhr ?? {}
const score = (name: string) => Math.round((categories?.[name]?.score ?? 0) * 100)
const part = (name: string) => Math.round(audits?.[name]?.numericValue ?? 0)
const scores: Scores = {
  performance: score('performance'),
  accessibility: score('accessibility'),
  parts: {
    first: part('first-contentful-paint'),
    largest: part('largest-contentful-paint'),
    blocked: part('total-blocking-time'),
    index: part('speed-index'),
  },
}
process.send?.(scores)
