import type { Page } from 'playwright-core'

/** Milliseconds from asking for an address to its content painted: a new page without a placeholder in it. */
export function routeChange(page: Page, path: string): Promise<number> {
  return page.evaluate(async (path) => {
    const old = document.querySelector('main')
    const isNew = () => {
      const main = document.querySelector('main')
      return main !== null && main !== old && !main.querySelector('.shimmer, .later') && main.innerText.trim() !== ''
    }
    const began = performance.now()
    history.pushState({}, '', path)
    while (!isNew() && performance.now() - began < 10_000)
      await new Promise((resolve) => requestAnimationFrame(resolve))
    // a task after the frame: it has been painted
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    return performance.now() - began
  }, path)
}
