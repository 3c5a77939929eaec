/** Minimum milliseconds without a loaded file; the main content is loaded by then. */
const quiet = 1_000

/**
 * Resolves when no file has been loaded for as long as the slowest file took. Calls do not count, because a live page
 * sends them every second.
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
