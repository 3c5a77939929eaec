/** Set once this browser has needed the fonts: it keeps them, so the next page may take them at once. */
const key = 'belvedere.glyphs'
/** So long nothing was fetched: what the page is for is there. */
const quiet = 2_000

/**
 * Chinese glyphs for machines without a Chinese font. A screen of text needs a dozen files of them, half a megabyte: the
 * first time they wait until the page has what it is for, which would otherwise come seconds later on a slow line.
 */
export async function loadSpareGlyphs(load: () => Promise<unknown>): Promise<void> {
  if (!localStorage.getItem(key)) await quietNetwork()
  await load()
  await document.fonts.ready
  const used = [...document.fonts].some(({ status }) => status === 'loaded')
  if (used) localStorage.setItem(key, '1')
}

/** Resolves when no file and no answer has arrived for a while. */
function quietNetwork(): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      arrivals.disconnect()
      resolve()
    }
    let timer = setTimeout(done, quiet)
    const arrivals = new PerformanceObserver(() => {
      clearTimeout(timer)
      timer = setTimeout(done, quiet)
    })
    arrivals.observe({ type: 'resource' })
  })
}
