/** So long, at least, no file came: what the page is for is there. */
const quiet = 1_000

/**
 * Resolves when no file has arrived for as long as the slowest took. Answers do not count: a page that lives asks again every
 * second.
 */
export function quietFiles(): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      arrivals.disconnect()
      resolve()
    }
    let delay = quiet
    let timer = setTimeout(done, delay)
    const arrivals = new PerformanceObserver((list) => {
      const files = (list.getEntries() as PerformanceResourceTiming[]).filter((one) => one.initiatorType !== 'fetch')
      if (files.length === 0) return
      delay = Math.max(delay, ...files.map(({ duration }) => duration))
      clearTimeout(timer)
      timer = setTimeout(done, delay)
    })
    arrivals.observe({ type: 'resource', buffered: true })
  })
}
