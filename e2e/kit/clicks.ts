import type { Page } from 'playwright-core'

/** Counts what a person presses with the mouse in this page from now on; answers how many since it was asked last. */
export async function countClicks(page: Page): Promise<() => number> {
  let clicks = 0
  await page.exposeFunction('belvedereClicked', () => void clicks++)
  await page.addInitScript(() => {
    const told = () => void (globalThis as unknown as { belvedereClicked(): unknown }).belvedereClicked()
    addEventListener('pointerdown', (event) => event.isTrusted && told(), true)
  })
  return () => {
    const since = clicks
    clicks = 0
    return since
  }
}
